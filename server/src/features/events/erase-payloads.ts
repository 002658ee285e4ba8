import type { Transaction } from '../../db/handle.ts';
import { listEventsAbout, updatePayloads } from './queries.ts';

/** Rewrites what was told of these records. That it happened, when and in which order stays. */
export async function erasePayloads(
  tx: Transaction,
  subject_ids: readonly string[],
  rewrite: (data: Record<string, unknown>) => Record<string, unknown>,
): Promise<void> {
  const events = await listEventsAbout(tx, subject_ids);
  const rewritten = events.map(({ id, payload }) => ({ id, payload: JSON.stringify(rewrite(JSON.parse(payload))) }));
  if (rewritten.length > 0) await updatePayloads(tx, rewritten);
}

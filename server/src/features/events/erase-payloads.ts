import type { Transaction } from '../../platform/database/handle.ts';
import { type KeptPayload, listEventsAbout, listEventsAt, type Moment, updatePayloads } from './queries.ts';

type Rewrite = (data: Record<string, unknown>) => Record<string, unknown>;

/** Rewrites what was told of these records. That it happened, when and in which order stays. */
export const erasePayloads = async (tx: Transaction, subject_ids: readonly string[], rewrite: Rewrite): Promise<void> =>
  rewritePayloads(tx, await listEventsAbout(tx, subject_ids), rewrite);

/** The same, of what was told of a record at one moment: of a product that much was told of, say. */
export const erasePayloadsAt = async (tx: Transaction, moments: readonly Moment[], rewrite: Rewrite): Promise<void> =>
  rewritePayloads(tx, moments.length === 0 ? [] : await listEventsAt(tx, moments), rewrite);

async function rewritePayloads(tx: Transaction, events: readonly KeptPayload[], rewrite: Rewrite): Promise<void> {
  const rewritten = events.map(({ id, payload }) => ({ id, payload: JSON.stringify(rewrite(JSON.parse(payload))) }));
  if (rewritten.length > 0) await updatePayloads(tx, rewritten);
}

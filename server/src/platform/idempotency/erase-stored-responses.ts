import type { Transaction } from '../database/handle.ts';
import { listAnswersAbout, updateBodies } from './queries.ts';

/**
 * Rewrites stored responses that contain these records. Their keys and fingerprints stay: a repeated request is still
 * not run again, and gets the rewritten response.
 * @param rewrite returns the new value of `data`
 */
export async function eraseFromStoredResponses(
  tx: Transaction,
  ids: readonly string[],
  rewrite: (data: Record<string, unknown>) => Record<string, unknown>,
): Promise<void> {
  const answers = await listAnswersAbout(tx, ids);
  const rewritten = answers.map(({ key, body }) => {
    const envelope = JSON.parse(body) as { data: Record<string, unknown> };
    return { key, body: JSON.stringify({ ...envelope, data: rewrite(envelope.data) }) };
  });
  if (rewritten.length > 0) await updateBodies(tx, rewritten);
}

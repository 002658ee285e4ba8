import type { Transaction } from '../database/handle.ts';
import { listAnswersAbout, updateBodies } from './queries.ts';

/**
 * Rewrites kept answers that tell of these records. Their keys and fingerprints stay: a request that is sent again still does nothing
 * again, and is answered with what is left.
 * @param rewrite makes what stands under `data` anew
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

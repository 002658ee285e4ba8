import { chunksOf } from '../../core/chunks.ts';
import type { Transaction } from '../database/handle.ts';
import { listBodies, listKeysAbout, updateBodies } from './queries.ts';

/** A response can have hundreds of KiB. */
const bodiesAtOnce = 20;

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
  const keys = (await listKeysAbout(tx, ids)).map(({ key }) => key);
  for (const some of chunksOf(keys, bodiesAtOnce)) {
    const rewritten = (await listBodies(tx, some)).map(({ key, body }) => {
      const envelope = JSON.parse(body) as { data: Record<string, unknown> };
      return { key, body: JSON.stringify({ ...envelope, data: rewrite(envelope.data) }) };
    });
    await updateBodies(tx, rewritten);
  }
}

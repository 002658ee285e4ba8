import type { Database } from '../../platform/database/handle.ts';
import { numberCommitted } from './number-events.ts';
import { countCommitted } from './queries.ts';

const waiting_at_most = 200;
const numbering = new Set<string>();

/**
 * Another value after each commit in which something was told of the merchant, whichever process made it: how many events there have ever been.
 * Where many wait for their numbers that takes too long to count: then nothing is said, and they are numbered meanwhile.
 */
export async function findState(database: Database, merchant_id: string): Promise<string | undefined> {
  const { numbered, waiting } = await countCommitted(database.reader(merchant_id), waiting_at_most + 1);
  if (waiting <= waiting_at_most) return String(numbered + BigInt(waiting));
  if (!numbering.has(merchant_id)) {
    numbering.add(merchant_id);
    numberCommitted(database, merchant_id)
      // The next one who reads tries again.
      .catch(() => undefined)
      .finally(() => numbering.delete(merchant_id));
  }
  return undefined;
}

import type { Database } from '../../platform/database/handle.ts';
import { numberCommitted } from './number-events.ts';
import { countCommitted } from './queries.ts';

const waiting_at_most = 200;
const numbering = new Set<string>();

/**
 * A value that changes with each commit that emits events of the merchant, in any process: how many events there have
 * ever been.
 * If many events are not numbered yet, counting would take too long: it returns `undefined` and numbers them in the
 * background.
 */
export async function findState(database: Database, merchant_id: string): Promise<string | undefined> {
  const { numbered, waiting } = await countCommitted(database.reader(merchant_id), waiting_at_most + 1);
  if (waiting <= waiting_at_most) return String(numbered + BigInt(waiting));
  if (!numbering.has(merchant_id)) {
    numbering.add(merchant_id);
    numberCommitted(database, merchant_id)
      // The next read tries again.
      .catch(() => undefined)
      .finally(() => numbering.delete(merchant_id));
  }
  return undefined;
}

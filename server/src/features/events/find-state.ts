import type { Database } from '../../platform/database/handle.ts';
import { numberCommitted } from './number-events.ts';
import { countCommitted } from './queries.ts';

const unnumbered_at_most = 200;
const numbering = new Set<string>();

/**
 * A value that changes with each commit that emits events of the merchant, in any process: the number of all events
 * that the merchant has ever had.
 * Counting many unnumbered events would take too long. It then returns `undefined`, and numbers them in the background.
 */
export async function findState(database: Database, merchant_id: string): Promise<string | undefined> {
  const { numbered, waiting } = await countCommitted(database.reader(merchant_id), unnumbered_at_most + 1);
  if (waiting <= unnumbered_at_most) return String(numbered + BigInt(waiting));
  if (!numbering.has(merchant_id)) {
    numbering.add(merchant_id);
    numberCommitted(database, merchant_id)
      // The next read tries again.
      .catch(() => undefined)
      .finally(() => numbering.delete(merchant_id));
  }
  return undefined;
}

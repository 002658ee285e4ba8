import type { Database } from '../../platform/database/handle.ts';
import { advanceHead, hasUnnumbered, insertMissingHead, lockHead, numberEvents } from './queries.ts';

const batch = 1_000;

/**
 * Gives numbers to what has been committed since the last time. Who numbers holds the merchant's head, and looks for events after it has:
 * so a number, once seen, is never followed by a smaller one, and what is committed late comes later. Reading does it, so that nobody
 * has to be awake for it; writing does not, so that sales do not queue.
 */
export async function numberCommitted(database: Database, merchant_id: string): Promise<void> {
  while (await hasUnnumbered(database.reader(merchant_id))) {
    const numbered = await database.transaction(merchant_id, async (tx) => {
      await insertMissingHead(tx);
      const { sequence } = await lockHead(tx);
      const count = await numberEvents(tx, sequence, batch);
      if (count > 0) await advanceHead(tx, count);
      return count;
    });
    if (numbered < batch) return;
  }
}

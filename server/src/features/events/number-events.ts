import type { Database } from '../../platform/database/handle.ts';
import { advanceHead, hasUnnumbered, insertMissingHead, lockHead, numberEvents } from './queries.ts';

const batch = 1_000;

/**
 * Numbers the events committed since the last time. It locks the merchant's head first and looks for events after that:
 * so no event appears later with a smaller number than one already read.
 * Reading does this, so it needs no background task; writing does not, so sales do not wait for each other.
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

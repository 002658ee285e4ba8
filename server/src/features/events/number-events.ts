import type { Database } from '../../platform/database/handle.ts';
import { advanceHead, hasUnnumbered, insertMissingHead, lockHead, numberEvents } from './queries.ts';

const batch_size = 1_000;

/**
 * Numbers the events that were committed since the last call. It locks the merchant's head first and reads the events
 * after that, so no event appears later with a smaller number than one that was already read.
 * Readers call this, so it needs no background task. Writers do not, so sales do not wait for each other.
 */
export async function numberCommitted(database: Database, merchant_id: string): Promise<void> {
  while (await hasUnnumbered(database.reader(merchant_id))) {
    const numbered = await database.transaction(merchant_id, async (tx) => {
      await insertMissingHead(tx);
      const { sequence } = await lockHead(tx);
      const count = await numberEvents(tx, sequence, batch_size);
      if (count > 0) await advanceHead(tx, count);
      return count;
    });
    if (numbered < batch_size) return;
  }
}

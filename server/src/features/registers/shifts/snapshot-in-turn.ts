import { createKeyedQueue } from '../../../core/concurrency/keyed-queue.ts';
import type { Database, Handle } from '../../../platform/database/handle.ts';

/** Those that wait have a place of their merchant, so there are never many. */
const inTurn = createKeyedQueue(1);

/**
 * Reads the sums of a shift in a snapshot. A merchant's readings follow one another: the sums of 100,000 lines use a core
 * of the database for a tenth of a second.
 */
export const snapshotInTurn = <Result>(
  database: Database,
  merchant_id: string,
  read: (db: Handle) => Promise<Result>,
): Promise<Result> => inTurn(merchant_id, () => database.snapshot(merchant_id, read));

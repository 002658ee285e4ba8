import type { Timestamp } from '../../core/clock.ts';
import type { Database, Handle } from '../../platform/database/handle.ts';
import { numberCommitted } from './number-events.ts';
import { deleteOldEvents } from './queries.ts';

const kept_ms = 90 * 24 * 60 * 60 * 1_000;

/**
 * Deletes events that are no longer kept. Numbers them first if they were not read, so that a reader with an older
 * position is told of the gap.
 */
export async function removeOldEvents(db: Handle, now: Timestamp, database: Database): Promise<number> {
  await numberCommitted(database, db.merchant_id);
  return deleteOldEvents(db, new Date(Date.parse(now) - kept_ms).toISOString());
}

import type { Timestamp } from '../../core/clock.ts';
import type { Handle } from '../../platform/database/handle.ts';
import { deleteOldEntries } from './queries.ts';

const kept_ms = 400 * 24 * 60 * 60 * 1_000;

/** Maintenance task: deletes entries that are no longer kept. */
export const removeOldEntries = (db: Handle, now: Timestamp): Promise<number> =>
  deleteOldEntries(db, new Date(Date.parse(now) - kept_ms).toISOString());

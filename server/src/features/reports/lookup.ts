import type { Timestamp } from '../../core/clock.ts';
import type { Database, Handle } from '../../platform/database/handle.ts';
import * as closing from './close-days.ts';

/** For housekeeping: tells of the days that are over. */
export const closeDays = (db: Handle, now: Timestamp, database: Database): Promise<void> => closing.closeDays(db, now, database);

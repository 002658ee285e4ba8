import type { Timestamp } from '../../core/clock.ts';
import type { Database, Handle } from '../../platform/database/handle.ts';
import * as mending from './rebuild-rollups.ts';
import * as summing from './sum-months.ts';

/** For the command: makes a merchant's roll-ups what the sales say. @returns how many rows were not right */
export const rebuildRollups = (database: Database, merchant_id: string): Promise<number> => mending.rebuildRollups(database, merchant_id);

/** For housekeeping: sums up months in which much was sold. */
export const sumMonths = (db: Handle, now: Timestamp, database: Database): Promise<void> => summing.sumMonths(db, now, database);

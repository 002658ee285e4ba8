import type { Timestamp } from '../../core/clock.ts';
import type { Database, Handle } from '../../platform/database/handle.ts';
import * as mending from './rebuild-rollups.ts';
import * as summing from './sum-months.ts';

/** For the command: rebuilds a merchant's roll-ups from the sales. @returns the number of corrected rows */
export const rebuildRollups = (database: Database, merchant_id: string): Promise<number> => mending.rebuildRollups(database, merchant_id);

/** Maintenance task: sums up months with many sales. */
export const sumMonths = (db: Handle, now: Timestamp, database: Database): Promise<void> => summing.sumMonths(db, now, database);

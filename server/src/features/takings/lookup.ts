import type { Database } from '../../db/handle.ts';
import * as mending from './mend-takings.ts';

/** For the command: makes a merchant's roll-ups what the sales say. @returns how many rows were not right */
export const mendTakings = (database: Database, merchant_id: string): Promise<number> => mending.mendTakings(database, merchant_id);

import type { Handle } from '../../db/handle.ts';
import type { Timestamp } from '../../kernel/clock.ts';
import * as imports from './follow-import.ts';

/** For housekeeping: imports that nobody will ask for any more. */
export const removeOldImports = (db: Handle, now: Timestamp): Promise<number> => imports.removeOldImports(db, now);

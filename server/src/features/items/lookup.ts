import type { Handle } from '../../db/handle.ts';
import type { Timestamp } from '../../kernel/clock.ts';
import * as imports from './follow-import.ts';

/** Maintenance task: deletes old imports. */
export const removeOldImports = (db: Handle, now: Timestamp): Promise<number> => imports.removeOldImports(db, now);

import type { Timestamp } from '../../core/clock.ts';
import type { Handle } from '../../platform/database/handle.ts';
import * as imports from './follow-import.ts';

/** Maintenance task: deletes old imports. */
export const removeOldImports = (db: Handle, now: Timestamp): Promise<number> => imports.removeOldImports(db, now);

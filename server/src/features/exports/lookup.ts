import type { Timestamp } from '../../core/clock.ts';
import type { Handle } from '../../platform/database/handle.ts';
import * as job from './export-job.ts';
import * as exports from './get-export.ts';
import * as queries from './job-queries.ts';

/** What other parts may ask this one. */

export type { ExportServices } from './run-export.ts';

/** Writes the exports that were asked for. */
export const exportJob = (services: Parameters<typeof job.exportJob>[0]): ReturnType<typeof job.exportJob> => job.exportJob(services);

/** For housekeeping: exports whose files are gone, and those that failed as long ago. */
export const removeOldExports = (db: Handle, now: Timestamp): Promise<number> => queries.deleteOldExports(db, exports.endedBefore(now));

import { isAnyQueued } from './job-queries.ts';
import { exportJobName } from './rules.ts';
import { type ExportServices, runNextExport } from './run-export.ts';

/** The maximum of running exports in one process. A merchant may have two, so one is left for another merchant. */
const at_once = 3;
const at_most_s = 6 * 3_600;
/** How long exports wait while other heavy work of their merchant runs in this process. */
const busy_again_after_s = 5;

export const exportJobKind = { name: exportJobName, longRunning: { at_once, at_most_s } } as const;

/**
 * A job writes the oldest queued export of its merchant, and requests the next job if more are queued. A job may run
 * twice, because each run claims another export.
 */
export const exportJob = (services: ExportServices) => ({
  ...exportJobKind,
  async work({ merchant_id }: { merchant_id?: string }, _send: unknown, stopping: AbortSignal): Promise<void> {
    if (merchant_id === undefined) return;
    const { database, jobs } = services;
    const db = database.reader(merchant_id);
    await jobs.prepare(exportJobKind);
    const requestNextJob = async (options: { after_s?: number } = {}) => {
      if (!stopping.aborted && (await isAnyQueued(db))) await jobs.send(db, exportJobName, { merchant_id }, options);
    };
    const outcome = await runNextExport(services, merchant_id, { stopping, onClaimed: requestNextJob });
    // If the maximum is running, each of them requests the next job when it ends.
    if (outcome === 'busy') await requestNextJob({ after_s: busy_again_after_s });
    else if (outcome === 'done') await requestNextJob();
  },
});

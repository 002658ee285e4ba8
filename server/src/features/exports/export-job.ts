import { isAnyQueued } from './job-queries.ts';
import { exportJobName } from './rules.ts';
import { type ExportServices, runNextExport } from './run-export.ts';

/** Of all merchants, in one process. One merchant may have two at once: there is always a place for another's. */
const at_once = 3;
const at_most_s = 6 * 3_600;
/** How long exports wait when their merchant has other heavy work under way in this process. */
const busy_again_after_s = 5;

export const exportJobKind = { name: exportJobName, lasting: { at_once, at_most_s } } as const;

/**
 * A job writes one export of its merchant, the oldest in the queue, and asks for the next job when more of them wait. That it is done twice does
 * no harm: each run claims an export.
 */
export const exportJob = (services: ExportServices) => ({
  ...exportJobKind,
  async work({ merchant_id }: { merchant_id?: string }, _send: unknown, stopping: AbortSignal): Promise<void> {
    if (merchant_id === undefined) return;
    const { database, jobs } = services;
    const db = database.reader(merchant_id);
    await jobs.prepare(exportJobKind);
    const askForNext = async (options: { after_s?: number } = {}) => {
      if (!stopping.aborted && (await isAnyQueued(db))) await jobs.send(db, exportJobName, { merchant_id }, options);
    };
    const outcome = await runNextExport(services, merchant_id, { stopping, onClaimed: askForNext });
    // Where as many as may run at once are running, each of them asks for the next one at its end.
    if (outcome === 'busy') await askForNext({ after_s: busy_again_after_s });
    else if (outcome === 'done') await askForNext();
  },
});

import type { Logger } from 'pino';
import type { Release } from '../core/concurrency/keyed-semaphore.ts';
import { demoJob } from '../features/demo/load-demo.ts';
import { exportJob } from '../features/exports/export-job.ts';
import { checkChangedMerchant } from '../features/integrity/check-integrity.ts';
import { signDay } from '../features/journal/sign-day.ts';
import { startMail } from '../features/mail/start-mail.ts';
import { startPush } from '../features/push/start-push.ts';
import { sendWeeklyMails } from '../features/reports/send-weekly-mails.ts';
import { startDispatch } from '../features/webhooks/start-dispatch.ts';
import type { Services } from '../platform/context/services.ts';
import type { Connection } from '../platform/database/connection.ts';
import { signLinkOf } from '../platform/http/downloads.ts';
import { pageAddress } from '../platform/http/page-address.ts';
import type { Job } from '../platform/jobs/job.ts';
import { startJobs } from '../platform/jobs/start-jobs.ts';
import { checkUploadSpace } from '../platform/limits/upload-space.ts';
import type { MaintenanceTask } from '../platform/maintenance/maintenance.ts';
import { maintenanceJobs } from '../platform/maintenance/maintenance-jobs.ts';
import { maintenanceTasks } from './app.ts';

/** Takes a slot for heavy work of a merchant in this process, if one is free. */
export type TryHeavyWork = (merchant_id: string) => Release | undefined;

type Log = Pick<Logger, 'warn'>;

/** For a process that serves no requests, and so has no other heavy work. */
const alwaysFree: TryHeavyWork = () => () => undefined;

/** Writes queued exports. */
export const exportJobOf = (services: Services, log: Log, tryHeavyWork = alwaysFree): Job =>
  exportJob({
    ...services,
    log,
    tryHeavyWork,
    checkUploadSpace: () => checkUploadSpace(services),
    signLink: (file) => signLinkOf(services, file),
    running_at_most: services.config.limits.heavy_works,
    bytes_at_most: services.config.storage.export_bytes_per_merchant,
  });

/** Enters the histories of demo shops, up to this number of days. */
export const demoJobOf = (services: Services, days?: number): Job => demoJob(services, days);

/** Maintenance task: signs the journals of a merchant once a day. */
export const signDayTask =
  ({ secret }: Pick<Services, 'secret'>): MaintenanceTask =>
  ({ merchant_id }, now, database) =>
    signDay(database, { merchant_id, secret, now });

/** Maintenance task: queues the mails of last week, if the service sends mail. */
export const weeklyMailTask =
  ({ secret, config }: Pick<Services, 'secret' | 'config'>): MaintenanceTask =>
  async (db, now, database) => {
    if (config.mail === undefined) return;
    await sendWeeklyMails(db, database, { secret, now, pageOf: (path) => pageAddress(config, path) });
  };

/** All jobs. Those with a schedule belong to no merchant. */
export const jobsOf = (services: Services, log: Log, tryHeavyWork?: TryHeavyWork): Job[] => [
  ...maintenanceJobs(services, {
    tasks: [...maintenanceTasks, signDayTask(services), weeklyMailTask(services)],
    check: checkChangedMerchant,
  }),
  exportJobOf(services, log, tryHeavyWork),
  demoJobOf(services),
];

/** Work without a request. No sale depends on it; unfinished work is done later, by this process or another. */
export function startBackground(services: Services, connection: Connection, log: Logger, tryHeavyWork?: TryHeavyWork) {
  const timedJobs = jobsOf(services, log, tryHeavyWork).map((job) => ({
    ...job,
    work: (...args: Parameters<typeof job.work>) => services.telemetry.job(job.name, () => job.work(...args)),
  }));
  const jobs = startJobs(connection, timedJobs, log);
  const dispatch = startDispatch(services, log);
  const push = startPush({ ...services, log });
  const mail = services.mailer === undefined ? undefined : startMail({ ...services, mailer: services.mailer }, log);
  return { begun: jobs.begun, stop: () => Promise.all([jobs.stop(), dispatch.stop(), push.stop(), mail?.stop()]) };
}

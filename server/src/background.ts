import type { Logger } from 'pino';
import { chores } from './app.ts';
import type { Connection } from './db/connection.ts';
import { checkWhatIsNew } from './features/doctor/lookup.ts';
import { startMail } from './features/mail/lookup.ts';
import { startPush } from './features/push/lookup.ts';
import { startDispatch } from './features/webhooks/lookup.ts';
import type { House } from './http/house.ts';
import { upkeepJobs } from './http/upkeep.ts';
import { startJobs } from './jobs/start-jobs.ts';

/** What is done without a request. Losing it, no sale fails; what it has not done is done later, by this process or another. */
export function startBackground(house: House, connection: Connection, log: Logger) {
  const watched = upkeepJobs(house, { chores, check: checkWhatIsNew }).map((job) => ({
    ...job,
    work: (...given: Parameters<typeof job.work>) => house.telemetry.job(job.name, () => job.work(...given)),
  }));
  const jobs = startJobs(connection, watched, log);
  const dispatch = startDispatch(house, log);
  const push = startPush({ ...house, log });
  const mail = house.mailer === undefined ? undefined : startMail({ ...house, mailer: house.mailer }, log);
  return { begun: jobs.begun, stop: () => Promise.all([jobs.stop(), dispatch.stop(), push.stop(), mail?.stop()]) };
}

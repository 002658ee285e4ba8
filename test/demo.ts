import { demoJobOf } from '../server/src/app/background.ts';
import type { Services } from '../server/src/platform/context/services.ts';
import { prepareServiceRole } from '../server/src/platform/database/migration/service-role.ts';
import { startJobs } from '../server/src/platform/jobs/start-jobs.ts';
import type { TestApp } from './test-app.ts';

const quiet = { info: () => undefined, warn: () => undefined };

interface DemoOptions {
  /** The maximum number of days in the history. */
  days: number;
  stopping?: AbortSignal;
  /** Replace the services of the application. */
  services?: Partial<Pick<Services, 'database'>>;
}

/** Runs one demo job of this merchant. */
export const runDemo = ({ fastify: app }: TestApp, merchant_id: string, options: DemoOptions): Promise<unknown> =>
  demoJobOf({ ...app.services, ...options.services }, options.days).work(
    { merchant_id },
    async () => undefined,
    options.stopping ?? new AbortController().signal,
  );

/** Starts the worker that loads demo shops, as the service does. */
export async function startDemos(app: TestApp, days: number): Promise<{ stop(): Promise<unknown> }> {
  const jobs = startJobs(await prepareServiceRole(app.connection), [demoJobOf(app.fastify.services, days)], quiet);
  await jobs.begun;
  return jobs;
}

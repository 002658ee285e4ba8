import { demoJobOf } from '../server/src/background.ts';
import type { Services } from '../server/src/platform/context/services.ts';
import { prepareServiceRole } from '../server/src/platform/database/migration/service-role.ts';
import { startJobs } from '../server/src/platform/jobs/start-jobs.ts';
import type { TestApp } from './test-app.ts';

const quiet = { info: () => undefined, warn: () => undefined };

interface Loading {
  /** How many days the history has at most. */
  days: number;
  stopping?: AbortSignal;
  /** In place of the usual ones. */
  services?: Partial<Pick<Services, 'database'>>;
}

/** What one job of this merchant does. */
export const runDemo = ({ fastify: app }: TestApp, merchant_id: string, loading: Loading): Promise<unknown> =>
  demoJobOf({ ...app.services, ...loading.services }, loading.days).work(
    { merchant_id },
    async () => undefined,
    loading.stopping ?? new AbortController().signal,
  );

/** Loads demo shops as the service does. */
export async function startDemos(app: TestApp, days: number): Promise<{ stop(): Promise<unknown> }> {
  const jobs = startJobs(await prepareServiceRole(app.connection), [demoJobOf(app.fastify.services, days)], quiet);
  await jobs.begun;
  return jobs;
}

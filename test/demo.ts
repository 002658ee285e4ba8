import { demoJobOf } from '../server/src/background.ts';
import { prepareServiceRole } from '../server/src/db/service-role.ts';
import type { House } from '../server/src/http/house.ts';
import { startJobs } from '../server/src/jobs/start-jobs.ts';
import type { TestHouse } from './house.ts';

const quiet = { info: () => undefined, warn: () => undefined };

interface Loading {
  /** How many days the history has at most. */
  days: number;
  stopping?: AbortSignal;
  /** In place of those of the house. */
  services?: Partial<Pick<House, 'database'>>;
}

/** What one job of this merchant does. */
export const runDemo = ({ app }: TestHouse, merchant_id: string, loading: Loading): Promise<unknown> =>
  demoJobOf({ ...app.house, ...loading.services }, loading.days).work(
    { merchant_id },
    async () => undefined,
    loading.stopping ?? new AbortController().signal,
  );

/** Loads demo shops as the service does. */
export async function startDemos(house: TestHouse, days: number): Promise<{ stop(): Promise<unknown> }> {
  const jobs = startJobs(await prepareServiceRole(house.connection), [demoJobOf(house.app.house, days)], quiet);
  await jobs.begun;
  return jobs;
}

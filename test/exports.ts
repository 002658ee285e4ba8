import assert from 'node:assert/strict';
import { exportJobOf } from '../server/src/background.ts';
import { prepareServiceRole } from '../server/src/db/service-role.ts';
import { startJobs } from '../server/src/jobs/start-jobs.ts';
import { cannotKeepFiles } from '../server/src/storage/storage.ts';
import type { Caller } from './caller.ts';
import type { TestHouse } from './house.ts';
import type { Shop } from './shop.ts';

const quiet = { info: () => undefined, warn: () => undefined };

const jobOf = ({ app }: TestHouse) => exportJobOf(app.house, quiet, app.tryHeavyWork);

/** Does the jobs of exports as the service does. */
export async function startExports(house: TestHouse): Promise<{ stop(): Promise<void> }> {
  const jobs = startJobs(await prepareServiceRole(house.connection), [jobOf(house)], quiet);
  await jobs.begun;
  return jobs;
}

/** What one job of this merchant does. */
export const runExport = (house: TestHouse, merchant_id: string, stopping = new AbortController().signal): Promise<unknown> =>
  jobOf(house).work({ merchant_id }, async () => undefined, stopping);

/** What happens to files that are put into the storage, until that is given back. */
export function withStorage(house: TestHouse, put: TestHouse['app']['house']['storage']['put']): () => void {
  const { storage } = house.app.house;
  const before = storage.put;
  Object.assign(storage, { put });
  return () => Object.assign(storage, { put: before });
}

/** A storage that keeps nothing. */
export const withoutStorage = (house: TestHouse): (() => void) =>
  withStorage(house, () => Promise.reject(cannotKeepFiles(new Error('the disk is full'))));

/** How a test asks for exports and looks at what became of them. */
export function exportTools(house: TestHouse) {
  const { storage } = house.app.house;
  const { put } = storage;
  return {
    async ask(who: Caller, body: object = { report_type: 'products', format: 'csv' }) {
      const answer = await who.post('/exports', body);
      assert.equal(answer.status, 201, answer.text);
      return answer.body.data;
    },
    stateOf: async (who: Caller, id: string): Promise<string> => (await who.get(`/exports/${id}`)).body.data?.state,
    /** Bytes of all files. */
    filesOf: ({ merchant_id }: Shop): Promise<number> => storage.sumBytes(`exports/${merchant_id}`),
    /** What was told of exports. */
    async eventsOf({ merchant_id }: Shop) {
      const { rows } = await house.admin.query(
        `select type, subject_id, payload from events where merchant_id = $1 and type like 'export.%' order by created_at`,
        [merchant_id],
      );
      return rows.map(({ payload, ...event }) => ({ ...event, ...JSON.parse(payload) }));
    },
    follow: (address: string) => house.app.inject({ url: new URL(address).pathname + new URL(address).search }),
    /** A storage that takes what is written to it, and then does not answer until it is opened; until the end of the test at most. */
    closeStorage(t: { after(work: () => void): void }) {
      const gate = Promise.withResolvers<void>();
      const names: string[] = [];
      const giveBack = withStorage(house, async (name, content) => {
        names.push(name);
        await put(name, content);
        await gate.promise;
      });
      t.after(() => {
        gate.resolve();
        giveBack();
      });
      return { names, open: gate.resolve };
    },
  };
}

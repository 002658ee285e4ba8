import assert from 'node:assert/strict';
import { exportJobOf } from '../server/src/background.ts';
import { prepareServiceRole } from '../server/src/platform/database/migration/service-role.ts';
import { startJobs } from '../server/src/platform/jobs/start-jobs.ts';
import { cannotKeepFiles } from '../server/src/platform/storage/storage.ts';
import type { Caller } from './caller.ts';
import type { Shop } from './shop.ts';
import type { TestApp } from './test-app.ts';

const quiet = { info: () => undefined, warn: () => undefined };

const jobOf = ({ fastify: app }: TestApp) => exportJobOf(app.services, quiet, app.tryHeavyWork);

/** Does the jobs of exports as the service does. */
export async function startExports(app: TestApp): Promise<{ stop(): Promise<void> }> {
  const jobs = startJobs(await prepareServiceRole(app.connection), [jobOf(app)], quiet);
  await jobs.begun;
  return jobs;
}

/** What one job of this merchant does. */
export const runExport = (
  app: TestApp,
  merchant_id: string,
  stopping = new AbortController().signal,
): Promise<unknown> => jobOf(app).work({ merchant_id }, async () => undefined, stopping);

/** What happens to files that are put into the storage, until that is given back. */
export function withStorage(app: TestApp, put: TestApp['fastify']['services']['storage']['put']): () => void {
  const { storage } = app.fastify.services;
  const before = storage.put;
  Object.assign(storage, { put });
  return () => Object.assign(storage, { put: before });
}

/** A storage that keeps nothing. */
export const withoutStorage = (app: TestApp): (() => void) =>
  withStorage(app, () => Promise.reject(cannotKeepFiles(new Error('the disk is full'))));

/** How a test asks for exports and looks at what became of them. */
export function exportTools(app: TestApp) {
  const { storage } = app.fastify.services;
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
      const { rows } = await app.admin.query(
        `select type, subject_id, payload from events where merchant_id = $1 and type like 'export.%' order by created_at`,
        [merchant_id],
      );
      return rows.map(({ payload, ...event }) => ({ ...event, ...JSON.parse(payload) }));
    },
    follow: (address: string) => app.fastify.inject({ url: new URL(address).pathname + new URL(address).search }),
    /** A storage that takes what is written to it, and then does not answer until it is opened; until the end of the test at most. */
    closeStorage(t: { after(work: () => void): void }) {
      const gate = Promise.withResolvers<void>();
      const names: string[] = [];
      const giveBack = withStorage(app, async (name, content) => {
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

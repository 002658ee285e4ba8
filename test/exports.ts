import assert from 'node:assert/strict';
import { exportJobOf } from '../server/src/app/background.ts';
import { prepareServiceRole } from '../server/src/platform/database/migration/service-role.ts';
import { startJobs } from '../server/src/platform/jobs/start-jobs.ts';
import { storageUnavailable } from '../server/src/platform/storage/storage.ts';
import type { Caller } from './caller.ts';
import type { Shop } from './shop.ts';
import type { TestApp } from './test-app.ts';

const quiet = { info: () => undefined, warn: () => undefined };

const jobOf = ({ fastify: app }: TestApp) => exportJobOf(app.services, quiet, app.tryHeavyWork);

/** Starts the worker that runs export jobs, as the service does. */
export async function startExports(app: TestApp): Promise<{ stop(): Promise<void> }> {
  const jobs = startJobs(await prepareServiceRole(app.connection), [jobOf(app)], quiet);
  await jobs.begun;
  return jobs;
}

/** Runs one export job of this merchant. */
export const runExport = (
  app: TestApp,
  merchant_id: string,
  stopping = new AbortController().signal,
): Promise<unknown> => jobOf(app).work({ merchant_id }, async () => undefined, stopping);

/** Replaces `put` of the storage. @returns a function that restores it */
export function replaceStorage(app: TestApp, put: TestApp['fastify']['services']['storage']['put']): () => void {
  const { storage } = app.fastify.services;
  const before = storage.put;
  Object.assign(storage, { put });
  return () => Object.assign(storage, { put: before });
}

/** Makes each `put` of the storage fail. @returns a function that restores it */
export const failStorage = (app: TestApp): (() => void) =>
  replaceStorage(app, () => Promise.reject(storageUnavailable(new Error('the disk is full'))));

/** Functions that request exports and read their results. */
export function exportTools(app: TestApp) {
  const { storage } = app.fastify.services;
  const { put } = storage;
  return {
    async requestExport(caller: Caller, body: object = { report_type: 'products', format: 'csv' }) {
      const response = await caller.post('/exports', body);
      assert.equal(response.status, 201, response.text);
      return response.body.data;
    },
    stateOf: async (caller: Caller, id: string): Promise<string> =>
      (await caller.get(`/exports/${id}`)).body.data?.state,
    /** The total size of the merchant's files, in bytes. */
    filesOf: ({ merchant_id }: Shop): Promise<number> => storage.sumBytes(`exports/${merchant_id}`),
    /** The events about exports. */
    async eventsOf({ merchant_id }: Shop) {
      const { rows } = await app.admin.query(
        `select type, subject_id, payload from events where merchant_id = $1 and type like 'export.%' order by created_at`,
        [merchant_id],
      );
      return rows.map(({ payload, ...event }) => ({ ...event, ...JSON.parse(payload) }));
    },
    download: (address: string) => app.fastify.inject({ url: new URL(address).pathname + new URL(address).search }),
    /** Makes each `put` write its file and then wait for `unblock`, or for the end of the test. */
    blockStorage(t: { after(work: () => void): void }) {
      const gate = Promise.withResolvers<void>();
      const names: string[] = [];
      const restore = replaceStorage(app, async (name, content) => {
        names.push(name);
        await put(name, content);
        await gate.promise;
      });
      t.after(() => {
        gate.resolve();
        restore();
      });
      return { names, unblock: gate.resolve };
    },
  };
}

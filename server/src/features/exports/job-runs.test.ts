import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exportTools, replaceStorage, runExport } from '../../../../test/exports.ts';
import { aShop, type Shop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { until } from '../../../../test/until.ts';
import { newId } from '../../core/ids.ts';
import { runMaintenance } from '../../platform/maintenance/maintenance.ts';
import { storageUnavailable } from '../../platform/storage/storage.ts';
import { removeOldExports } from './get-export.ts';

const app = await createTestApp();
const { put } = app.fastify.services.storage;
const exportBody = { report_type: 'products', format: 'csv' };
const runJob = ({ merchant_id }: Shop, stopping?: AbortSignal) => runExport(app, merchant_id, stopping);
const { requestExport, stateOf, filesOf, eventsOf, download, blockStorage } = exportTools(app);

/** How often a run has stored its progress. */
const updates = async (): Promise<number> => {
  const { body } = await app.fastify.inject('/metrics');
  return Number(
    /^tillhouse_database_statement_duration_seconds_count\{name="update exports"\} (\d+)$/m.exec(body)?.[1] ?? 0,
  );
};

test('deletes a cancelled export: queued, running or with its file', async (t) => {
  const shop = await aShop(app);
  const queued = await requestExport(shop.owner);
  assert.equal((await shop.owner.delete(`/exports/${queued.id}`)).status, 200);
  await runJob(shop);
  assert.deepEqual([await filesOf(shop), (await shop.owner.get('/exports')).body.data], [0, []]);
  assert.equal((await shop.owner.delete(`/exports/${queued.id}`)).status, 404);

  const stored = blockStorage(t);
  const running = await requestExport(shop.owner);
  const work = runJob(shop);
  await until(() => stored.names.length >= 1);
  assert.equal((await shop.owner.delete(`/exports/${running.id}`)).status, 200);
  stored.unblock();
  await work;
  assert.equal(await filesOf(shop), 0);

  const { id } = await requestExport(shop.owner);
  await runJob(shop);
  const { download_url } = (await shop.owner.get(`/exports/${id}`)).body.data;
  assert.equal((await download(download_url)).statusCode, 200);
  assert.equal((await shop.owner.delete(`/exports/${id}`)).status, 200);
  assert.equal((await download(download_url)).statusCode, 404);
  assert.equal(await filesOf(shop), 0);
});

test('deletes an export whose state changes while it is cancelled', async (t) => {
  const shop = await aShop(app);
  const { id } = await requestExport(shop.owner);
  await runJob(shop);
  const { storage } = app.fastify.services;
  const { remove } = storage;
  t.after(() => Object.assign(storage, { remove }));
  Object.assign(storage, {
    async remove(name: string) {
      await remove(name);
      await app.admin.query(`update exports set state = 'failed', error = 'Too late' where id = $1`, [id]);
    },
  });
  assert.equal((await shop.owner.delete(`/exports/${id}`)).status, 200);
  assert.equal((await shop.owner.get(`/exports/${id}`)).status, 404);
  assert.equal(await filesOf(shop), 0);
});

test('stops a cancelled run before its last row', async (t) => {
  const shop = await aShop(app);
  const { id } = await requestExport(shop.owner);
  let ended: unknown;
  t.after(
    replaceStorage(app, async (_name, content) => {
      assert.equal((await shop.owner.delete(`/exports/${id}`)).status, 200);
      const before = await updates();
      await until(async () => (await updates()) > before);
      try {
        for await (const _ of content);
      } catch (error) {
        ended = error;
        throw error;
      }
    }),
  );
  await runJob(shop);
  assert.ok(ended instanceof Error && ended.message === 'the export was cancelled', String(ended));
  assert.deepEqual(await eventsOf(shop), []);
});

test('fails with a message and an event when the file cannot be stored', async () => {
  const shop = await aShop(app);
  for (const [fault, sentence] of [
    [storageUnavailable(new Error('the disk is full')), 'Files cannot be kept or read right now, try again later'],
    [new Error('an internal message'), 'Something unforeseen went wrong. The log of the service says what'],
  ] as const) {
    const restore = replaceStorage(app, () => Promise.reject(fault));
    const { id } = await requestExport(shop.owner);
    await runJob(shop);
    restore();
    const failed = (await shop.owner.get(`/exports/${id}`)).body.data;
    assert.deepEqual([failed.state, failed.error, failed.download_url], ['failed', sentence, null]);
    assert.ok(failed.finished_at);
    const event = (await eventsOf(shop)).at(-1);
    assert.deepEqual(event, { type: 'export.failed', subject_id: id, ...exportBody, error: sentence });
  }
  const { id } = await requestExport(shop.owner);
  await runJob(shop);
  assert.equal(await stateOf(shop.owner, id), 'ready');
});

test('restarts a run whose process has ended; the lost run does not change the file', async (t) => {
  const shop = await aShop(app);
  const stored = blockStorage(t);
  const { id } = await requestExport(shop.owner);
  const lost = runJob(shop);
  await until(() => stored.names.length >= 1);
  await runJob(shop);
  assert.equal(stored.names.length, 1, 'a live run was treated as lost');
  // As after a crash: its heartbeat is old.
  const hourAgo = new Date(Date.now() - 3_600_000);
  await app.admin.query('update exports set seen_at = $3, run_id = $2 where merchant_id = $4 and id = $1', [
    id,
    newId(),
    hourAgo,
    shop.merchant_id,
  ]);
  const second = runJob(shop);
  await until(() => stored.names.length >= 2);
  stored.unblock();
  await Promise.all([lost, second]);
  const { state, download_url } = (await shop.owner.get(`/exports/${id}`)).body.data;
  assert.equal(state, 'ready');
  assert.equal((await download(download_url)).statusCode, 200);
  assert.equal(await filesOf(shop), (await download(download_url)).rawPayload.length);
  assert.equal((await eventsOf(shop)).length, 1);
});

test('fails after its process has ended three times', async () => {
  const shop = await aShop(app);
  const runAfter = async (attempts: number): Promise<string> => {
    const { id } = await requestExport(shop.owner);
    await app.admin.query(
      `update exports set state = 'running', run_id = $2, attempts = $3, seen_at = now() - interval '1 hour' where id = $1`,
      [id, newId(), attempts],
    );
    await runJob(shop);
    return id;
  };
  assert.equal(await stateOf(shop.owner, await runAfter(2)), 'ready');
  const id = await runAfter(3);
  const { state, error } = (await shop.owner.get(`/exports/${id}`)).body.data;
  assert.deepEqual([state, error], ['failed', 'The service was interrupted 3 times while it wrote this file']);
});

test('requeues running exports when the service stops', async () => {
  const shop = await aShop(app);
  const { id } = await requestExport(shop.owner);
  const stopping = new AbortController();
  const restore = replaceStorage(app, async (name, content) => {
    stopping.abort();
    await put(name, content);
  });
  await runJob(shop, stopping.signal);
  restore();
  assert.deepEqual([await stateOf(shop.owner, id), await filesOf(shop), await eventsOf(shop)], ['queued', 0, []]);
  await runJob(shop);
  assert.equal(await stateOf(shop.owner, id), 'ready');
});

test('deletes exports whose links have expired, failed ones too', async () => {
  const shop = await aShop(app);
  const { id } = await requestExport(shop.owner);
  await runJob(shop);
  app.clock.advance(86_400_000);
  assert.deepEqual(
    [(await shop.owner.get('/exports')).body.meta.total, (await shop.owner.get(`/exports/${id}`)).status],
    [0, 404],
  );
  const rows = async () => (await app.admin.query('select from exports where id = $1', [id])).rowCount;
  assert.equal(await rows(), 1);
  const waiting = await requestExport(shop.owner);
  await runMaintenance(app.fastify.services, [removeOldExports]);
  assert.equal(await rows(), 0);
  assert.equal(await stateOf(shop.owner, waiting.id), 'queued');
  app.clock.advance(-86_400_000);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exportTools, replaceStorage, runExport } from '../../../../test/exports.ts';
import { aCustomer, aProduct, aShop, forgetEvents, type Shop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { until } from '../../../../test/until.ts';

const quota_bytes = 2 ** 20;
const app = await createTestApp({ env: { EXPORTS_MIB_PER_MERCHANT: '1', MERCHANT_HEAVY_WORKS: '5' } });
const { requestExport, stateOf, filesOf, download } = exportTools(app);
const { storage } = app.fastify.services;
const { put } = storage;
const exportBodies = ['products', 'inventory', 'customers'].map((report_type) => ({ report_type, format: 'csv' }));

/** Fills the merchant's quota up to the last `room_bytes` bytes. */
const leaveRoom = async (shop: Shop, room_bytes: number) => {
  const bytes = quota_bytes - room_bytes - (await filesOf(shop));
  await put(
    `exports/${shop.merchant_id}/earlier.csv`,
    (async function* () {
      yield Buffer.alloc(bytes);
    })(),
  );
};

/** Makes each `put` wait for `unblock` before it writes. Each export has then read the same rest of the quota. */
function blockStorage(t: { after(work: () => void): void }) {
  const gate = Promise.withResolvers<void>();
  const names: string[] = [];
  const restore = replaceStorage(app, async (name, content) => {
    names.push(name);
    await gate.promise;
    await put(name, content);
  });
  t.after(() => {
    gate.resolve();
    restore();
  });
  return { names, unblock: gate.resolve };
}

/** A shop whose quota has room for any one of the exports, but not for two of them. */
async function aNearlyFullShop(): Promise<Shop> {
  const shop = await aShop(app);
  await aProduct(shop);
  await aCustomer(shop);
  const sizes: number[] = [];
  for (const exportBody of exportBodies) {
    const { body } = await shop.owner.post('/reports/export', exportBody);
    sizes.push((await download(body.data.download_url)).rawPayload.length);
  }
  sizes.sort((a, b) => a - b);
  const [first = 0, second = 0, largest = 0] = sizes;
  assert.ok(first + second > largest, sizes.join());
  await leaveRoom(shop, largest);
  return shop;
}

test('an export may fill the quota to its last byte', async () => {
  const [exportBody] = exportBodies;
  for (const [missing_bytes, status] of [
    [0, 200],
    [1, 422],
  ] as const) {
    const shop = await aShop(app);
    await aProduct(shop);
    const { body } = await shop.owner.post('/reports/export', exportBody);
    const { length } = (await download(body.data.download_url)).rawPayload;
    await leaveRoom(shop, length - missing_bytes);
    const before = await filesOf(shop);
    assert.equal((await shop.owner.post('/reports/export', exportBody)).status, status);
    assert.equal(await filesOf(shop), status === 200 ? quota_bytes : before);
  }
});

test('keeps no more concurrent exports than fit into the quota', async (t) => {
  const shop = await aNearlyFullShop();
  const stored = blockStorage(t);
  const requests = exportBodies.map((exportBody) => shop.owner.post('/reports/export', exportBody));
  await until(() => stored.names.length >= exportBodies.length);
  stored.unblock();
  const answers = await Promise.all(requests);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422, 422]);
  const refused = answers.find(({ status }) => status === 422)?.body.error;
  assert.deepEqual([refused.code, /1 MiB, and this one does not fit/.test(refused.message)], ['INVALID_STATE', true]);
  assert.ok((await filesOf(shop)) <= quota_bytes);
  const kept = answers.find(({ status }) => status === 200)?.body.data;
  assert.equal((await download(kept.download_url)).statusCode, 200);
});

test('fails background exports that do not fit into the quota', async (t) => {
  const shop = await aNearlyFullShop();
  const ids: string[] = [];
  for (const exportBody of exportBodies) ids.push((await requestExport(shop.owner, exportBody)).id);
  const stored = blockStorage(t);
  const runs = exportBodies.map(() => runExport(app, shop.merchant_id));
  await until(() => stored.names.length >= exportBodies.length);
  stored.unblock();
  await Promise.all(runs);
  const states = await Promise.all(ids.map((id) => stateOf(shop.owner, id)));
  assert.deepEqual(states.sort(), ['failed', 'failed', 'ready']);
  assert.ok((await filesOf(shop)) <= quota_bytes);
});

test('rejects an export larger than the rest of the quota, and keeps no file', async () => {
  const shop = await aShop(app);
  await app.admin.query(
    `insert into customers (merchant_id, id, name, created_at, updated_at)
     select $1, gen_random_uuid(), 'Customer ' || n, now(), now() from generate_series(1, 2500) n`,
    [shop.merchant_id],
  );
  await forgetEvents(shop);
  await leaveRoom(shop, 1_000);
  for (const format of ['csv', 'xlsx']) {
    const { status, body } = await shop.owner.post('/reports/export', { report_type: 'customers', format });
    assert.deepEqual([status, body.error?.code], [422, 'INVALID_STATE'], format);
  }
  const { id } = await requestExport(shop.owner, { report_type: 'customers', format: 'csv' });
  await runExport(app, shop.merchant_id);
  const failed = (await shop.owner.get(`/exports/${id}`)).body.data;
  assert.deepEqual([failed.state, /this one does not fit/.test(failed.error)], ['failed', true]);
  assert.equal(await filesOf(shop), quota_bytes - 1_000);
});

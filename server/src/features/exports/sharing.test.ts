import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createCaller } from '../../../../test/caller.ts';
import { aProduct, aShop, aStaffMember, forgetEvents } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { until } from '../../../../test/until.ts';
import { storageUnavailable } from '../../platform/storage/storage.ts';

let busyConnections = () => 0;
const app = await createTestApp({
  onPool(pool) {
    busyConnections = () => pool.totalCount - pool.idleCount;
  },
});
const shop = await aShop(app);
await aProduct(shop);
const { storage } = app.fastify.services;
const { put } = storage;
after(() => Object.assign(storage, { put }));

/** Makes each `put` write its file and then wait for `unblock`. */
function blockStorage() {
  const gate = Promise.withResolvers<void>();
  const names: string[] = [];
  const slow: typeof put = async (name, content) => {
    names.push(name);
    await put(name, content);
    await gate.promise;
  };
  Object.assign(storage, { put: slow });
  return { names, unblock: gate.resolve };
}

const exportBody = { report_type: 'products', format: 'csv' };
const download = (address: string) => app.fastify.inject({ url: new URL(address).pathname + new URL(address).search });
const countReadyEvents = async () =>
  (await app.admin.query(`select id from events where merchant_id = $1 and type = 'export.ready'`, [shop.merchant_id]))
    .rowCount;

/** The number of queries for idempotency keys. */
const keyLookups = async (): Promise<number> => {
  const { body } = await app.fastify.inject('/metrics');
  return Number(
    /^tillhouse_database_statement_duration_seconds_count\{name="select idempotency_keys"\} (\d+)$/m.exec(body)?.[1] ??
      0,
  );
};

test('holds no connection while a file is stored', async () => {
  const stored = blockStorage();
  const answer = shop.owner.post('/reports/export', exportBody);
  await until(() => stored.names.length >= 1);
  await until(() => busyConnections() === 0);
  stored.unblock();
  assert.equal((await answer).status, 200);
});

test('joins a repeated export to the running one, with or without an idempotency key', async () => {
  const before = await countReadyEvents();
  const lookupsBefore = await keyLookups();
  const stored = blockStorage();
  const key = { 'idempotency-key': 'export 1' };
  const requests = [shop.owner.post('/reports/export', exportBody, key)];
  await until(() => stored.names.length >= 1);
  // If they were not joined, each would exceed the merchant's limit.
  for (let again = 0; again < 5; again += 1)
    requests.push(shop.owner.post('/reports/export', exportBody, again % 2 ? key : {}));
  // By then each request has found no stored response.
  await until(async () => (await keyLookups()) === lookupsBefore + 6);
  const anotherExport = shop.owner.post('/reports/export', { ...exportBody, format: 'xlsx' });
  await until(() => stored.names.length >= 2);
  stored.unblock();
  const answers = await Promise.all(requests);
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  const files = new Set(answers.map(({ body }) => new URL(body.data.download_url).pathname));
  assert.deepEqual([files.size, stored.names.length], [1, 2]);
  for (const { body } of answers) assert.equal((await download(body.data.download_url)).statusCode, 200);
  assert.equal((await anotherExport).status, 200);
  assert.equal(await countReadyEvents(), (before ?? 0) + 2);
  const late = await shop.owner.post('/reports/export', exportBody, key);
  assert.deepEqual([late.headers['idempotent-replayed'], stored.names.length], ['true', 2]);
});

test('does not join exports of different users', async () => {
  const manager = await aStaffMember(shop, 'manager');
  const stored = blockStorage();
  const requests = [shop.owner, manager].map((caller) => caller.post('/reports/export', exportBody));
  await until(() => stored.names.length >= 2);
  stored.unblock();
  assert.deepEqual(
    (await Promise.all(requests)).map(({ status }) => status),
    [200, 200],
  );
});

test('does not join an API key to an export of its creator, who may have more permissions', async () => {
  const made = await shop.owner.post('/api-keys', { name: 'Books', permissions: ['reports:read', 'catalogue:read'] });
  const keyCaller = createCaller(app.fastify, { authorization: `Bearer ${made.body.data.key}` });
  const lookupsBefore = await keyLookups();
  const stored = blockStorage();
  const requests = [shop.owner, keyCaller].map((caller) => caller.post('/reports/export', exportBody));
  await until(async () => stored.names.length > 0 && (await keyLookups()) === lookupsBefore + 2);
  stored.unblock();
  const [full, limited] = await Promise.all(
    (await Promise.all(requests)).map(({ body }) => download(body.data.download_url)),
  );
  assert.match(full?.body ?? '', /,cost,/);
  assert.doesNotMatch(limited?.body ?? '', /cost/);
});

test('does not join a failed export', async () => {
  Object.assign(storage, { put: () => Promise.reject(storageUnavailable(new Error('the disk is full'))) });
  assert.equal((await shop.owner.post('/reports/export', exportBody)).status, 503);
  Object.assign(storage, { put });
  assert.equal((await shop.owner.post('/reports/export', exportBody)).status, 200);
});

test('returns every product and level once over several pages', async () => {
  Object.assign(storage, { put });
  const big = await aShop(app);
  const product = await aProduct(big);
  const params = [big.merchant_id];
  await app.admin.query(
    `insert into products (merchant_id, id, sku, name, price, cost, created_at, updated_at)
     select $1, gen_random_uuid(), 'P' || n, 'P' || n, 1, 1, now(), now() from generate_series(1, 2000) n`,
    params,
  );
  await app.admin.query(
    `insert into stock_levels (merchant_id, product_id, warehouse_id, on_hand, reserved, updated_at)
     select p.merchant_id, p.id, $2, 0, 0, now() from products p where p.merchant_id = $1 and p.id <> $3`,
    [...params, big.warehouse_id, product.id],
  );
  await forgetEvents(big);
  for (const [report_type, rows] of [
    ['products', 2_001],
    ['inventory', 2_001],
  ] as const) {
    const { body } = await big.owner.post('/reports/export', { report_type, format: 'csv' });
    const lines = (await download(body.data.download_url)).body.trim().split('\r\n').slice(1);
    assert.deepEqual([lines.length, new Set(lines).size], [rows, rows], report_type);
  }
});

test('returns all transactions of the same time over several pages', async () => {
  const busy = await aShop(app);
  const product = await aProduct(busy, { stock: 2_000 });
  const occurred_at = new Date(Date.parse(app.clock.now()) - 60_000).toISOString();
  const sale = { items: [{ product_id: product.id, quantity: 1 }], payment_method: 'cash', occurred_at };
  for (let sold = 0; sold < 1_050; sold += 30) {
    const answers = await Promise.all(Array.from({ length: 30 }, () => busy.owner.post('/transactions', sale)));
    assert.ok(answers.every(({ status }) => status === 201));
  }
  const [start_date] = occurred_at.split('T');
  const { body } = await busy.owner.post('/reports/export', {
    report_type: 'transactions',
    format: 'csv',
    start_date,
    end_date: start_date,
  });
  const codes = (await download(body.data.download_url)).body
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[0]);
  assert.deepEqual([codes.length, new Set(codes).size], [1_050, 1_050]);
});

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createCaller } from '../../../../test/caller.ts';
import { aProduct, aShop, aStaffMember, forgetEvents } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { until } from '../../../../test/until.ts';
import { cannotKeepFiles } from '../../platform/storage/storage.ts';

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

/** A storage that takes what is written to it, and then does not answer until it is opened. */
function closeStorage() {
  const gate = Promise.withResolvers<void>();
  const names: string[] = [];
  const slow: typeof put = async (name, content) => {
    names.push(name);
    await put(name, content);
    await gate.promise;
  };
  Object.assign(storage, { put: slow });
  return { names, open: gate.resolve };
}

const order = { report_type: 'products', format: 'csv' };
const follow = (address: string) => app.fastify.inject({ url: new URL(address).pathname + new URL(address).search });
const announced = async () =>
  (await app.admin.query(`select id from events where merchant_id = $1 and type = 'export.ready'`, [shop.merchant_id]))
    .rowCount;

/** How often it was asked what was answered under a key. */
const asks = async (): Promise<number> => {
  const { body } = await app.fastify.inject('/metrics');
  return Number(
    /^tillhouse_database_statement_duration_seconds_count\{name="select idempotency_keys"\} (\d+)$/m.exec(body)?.[1] ??
      0,
  );
};

test('holds no connection while a file is stored', async () => {
  const stored = closeStorage();
  const answer = shop.owner.post('/reports/export', order);
  await until(() => stored.names.length === 1);
  await until(() => busyConnections() === 0);
  stored.open();
  assert.equal((await answer).status, 200);
});

test('joins a repeated export to the running one, with or without an idempotency key', async () => {
  const before = await announced();
  const asksBefore = await asks();
  const stored = closeStorage();
  const key = { 'idempotency-key': 'export 1' };
  const asked = [shop.owner.post('/reports/export', order, key)];
  await until(() => stored.names.length === 1);
  // Each would be one more than a merchant may have under way.
  for (let again = 0; again < 5; again += 1)
    asked.push(shop.owner.post('/reports/export', order, again % 2 ? key : {}));
  // By then they have seen that there is no answer yet.
  await until(async () => (await asks()) === asksBefore + 6);
  const anotherOrder = shop.owner.post('/reports/export', { ...order, format: 'xlsx' });
  await until(() => stored.names.length === 2);
  stored.open();
  const answers = await Promise.all(asked);
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  const files = new Set(answers.map(({ body }) => new URL(body.data.download_url).pathname));
  assert.deepEqual([files.size, stored.names.length], [1, 2]);
  for (const { body } of answers) assert.equal((await follow(body.data.download_url)).statusCode, 200);
  assert.equal((await anotherOrder).status, 200);
  assert.equal(await announced(), (before ?? 0) + 2);
  const late = await shop.owner.post('/reports/export', order, key);
  assert.deepEqual([late.headers['idempotent-replayed'], stored.names.length], ['true', 2]);
});

test('does not join exports of different users', async () => {
  const manager = await aStaffMember(shop, 'manager');
  const stored = closeStorage();
  const asked = [shop.owner, manager].map((who) => who.post('/reports/export', order));
  await until(() => stored.names.length === 2);
  stored.open();
  assert.deepEqual(
    (await Promise.all(asked)).map(({ status }) => status),
    [200, 200],
  );
});

test('does not join an API key to an export of its creator, who may have more permissions', async () => {
  const made = await shop.owner.post('/api-keys', { name: 'Books', permissions: ['reports:read'] });
  const program = createCaller(app.fastify, { authorization: `Bearer ${made.body.data.key}` });
  const asksBefore = await asks();
  const stored = closeStorage();
  const asked = [shop.owner, program].map((who) => who.post('/reports/export', order));
  await until(async () => stored.names.length > 0 && (await asks()) === asksBefore + 2);
  stored.open();
  const [full, limited] = await Promise.all(
    (await Promise.all(asked)).map(({ body }) => follow(body.data.download_url)),
  );
  assert.match(full?.body ?? '', /,cost,/);
  assert.doesNotMatch(limited?.body ?? '', /cost/);
});

test('does not join a failed export', async () => {
  Object.assign(storage, { put: () => Promise.reject(cannotKeepFiles(new Error('the disk is full'))) });
  assert.equal((await shop.owner.post('/reports/export', order)).status, 503);
  Object.assign(storage, { put });
  assert.equal((await shop.owner.post('/reports/export', order)).status, 200);
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
    const lines = (await follow(body.data.download_url)).body.trim().split('\r\n').slice(1);
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
  const codes = (await follow(body.data.download_url)).body
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[0]);
  assert.deepEqual([codes.length, new Set(codes).size], [1_050, 1_050]);
});

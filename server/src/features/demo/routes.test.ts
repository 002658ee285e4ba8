import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aCustomer, aProduct, aShop, aStaffMember, type Shop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();
const closed = await createTestApp({ env: { REGISTRATION: 'first' } });

test('queues a load of a year for an empty shop once', async () => {
  app.clock.freeze('2026-03-30T22:30:00.000Z');
  const shop = await aShop(app, { timezone: 'Europe/Berlin' });
  assert.equal((await shop.owner.get('/demo')).body.error.code, 'NOT_FOUND');
  const { status, body } = await shop.owner.post('/demo');
  assert.equal(status, 201);
  assert.deepEqual(body.data, {
    state: 'queued',
    first_day: '2025-04-01',
    last_day: '2026-03-31',
    days: 365,
    days_done: 0,
    sales: 0,
    error: null,
    created_at: app.clock.now(),
    finished_at: null,
  });
  assert.deepEqual((await shop.owner.get('/demo')).body.data, body.data);
  const jobs = (await shop.owner.get('/jobs')).body.data;
  assert.deepEqual(
    jobs.map(({ name, state }: { name: string; state: string }) => [name, state]),
    [['demo', 'created']],
  );
  const again = await shop.owner.post('/demo');
  assert.deepEqual(
    [again.status, again.body.error.code, again.body.error.details[0].field],
    [422, 'INVALID_STATE', 'demo'],
  );
  app.clock.set(new Date().toISOString());
});

test('returns the same response to a repeated key, and accepts one of several concurrent requests', async () => {
  const shop = await aShop(app);
  const key = { 'idempotency-key': 'demo-1' };
  const first = await shop.owner.post('/demo', undefined, key);
  const replayed = await shop.owner.post('/demo', undefined, key);
  assert.deepEqual([first.status, replayed.status, replayed.text], [201, 201, first.text]);
  assert.equal(replayed.headers['idempotent-replayed'], 'true');
  const other = await aShop(app);
  const answers = await Promise.all(Array.from({ length: 5 }, () => other.owner.post('/demo')));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 422, 422, 422, 422]);
});

const contents: Record<string, (shop: Shop) => Promise<unknown>> = {
  products: (shop) => aProduct(shop),
  customers: (shop) => aCustomer(shop),
  async transactions(shop) {
    const product = await aProduct(shop);
    await shop.owner.post('/transactions', {
      items: [{ product_id: product.id, quantity: 1 }],
      payment_method: 'cash',
    });
    await shop.owner.delete(`/products/${product.id}`);
  },
  webhooks: (shop) => shop.owner.post('/webhooks', { url: 'http://127.0.0.1:9/' }),
};

test('rejects a shop that is not empty, and keeps its data', async () => {
  for (const [name, fill] of Object.entries(contents)) {
    const shop = await aShop(app);
    await fill(shop);
    const { status, body } = await shop.owner.post('/demo');
    assert.deepEqual([status, body.error.code], [422, 'INVALID_STATE'], name);
    assert.deepEqual(
      body.error.details.map(({ field }: { field: string }) => field),
      [name],
    );
    assert.equal((await shop.owner.get('/demo')).status, 404);
  }
});

test('treats a shop with deleted products and customers only as empty', async () => {
  const shop = await aShop(app);
  const product = await aProduct(shop);
  await shop.owner.delete(`/products/${product.id}`);
  assert.equal((await shop.owner.post('/demo')).status, 201);
});

test('allows owners only to load a demo and see its progress', async () => {
  const shop = await aShop(app);
  for (const role of ['manager', 'cashier', 'stock_clerk', 'viewer'] as const) {
    const member = await aStaffMember(shop, role);
    for (const { status, body } of [await member.post('/demo'), await member.get('/demo')])
      assert.deepEqual([status, body.error.code], [403, 'FORBIDDEN'], role);
  }
});

test('creates no demo shops while registration is closed', async () => {
  const shop = await aShop(closed);
  const { status, body } = await shop.owner.post('/demo');
  assert.deepEqual([status, body.error.code], [403, 'FORBIDDEN']);
  assert.equal((await shop.owner.get('/demo')).status, 404);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runDemo, startDemos } from '../../../../test/demo.ts';
import { aShop, type Shop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { until } from '../../../../test/until.ts';
import type { Database } from '../../platform/database/handle.ts';

// The invariants of all shops are checked at the end of the file.
const app = await createTestApp();
// 15:00 in Berlin, two days after the start of daylight saving time.
app.clock.freeze('2026-03-31T13:00:00.000Z');
const berlin = { currency: 'EUR', timezone: 'Europe/Berlin' };

async function aShopWithQueuedDemo(options: object = berlin): Promise<Shop> {
  const shop = await aShop(app, options);
  assert.equal((await shop.owner.post('/demo')).status, 201);
  return shop;
}

const demoOf = async ({ owner }: Shop) => (await owner.get('/demo')).body.data;
const range = 'start_date=2025-01-01&end_date=2026-03-31';
const reportOf = async ({ owner }: Shop) => (await owner.get(`/reports/sales?${range}&groupBy=month`)).body.data;

/** The figures of a shop, without ids, which differ between shops. */
async function figuresOf(shop: Shop): Promise<unknown> {
  const { top_products, ...report } = await reportOf(shop);
  const withoutId = ({ product_id: _, ...product }: { product_id: string }) => product;
  const { data: products } = (await shop.owner.get('/products?limit=100&sort=sku')).body;
  const { data: customers } = (await shop.owner.get('/customers?limit=100&sort=name')).body;
  const { rows } = await app.admin.query(
    `select type, count(*)::int as count, sum(quantity)::int as quantity, min(created_at) as first, max(created_at) as last
     from stock_movements where merchant_id = $1 group by 1 order by 1`,
    [shop.merchant_id],
  );
  return {
    report,
    top_products: top_products.map(withoutId),
    stocks: products.map(({ sku, stock, price }: Record<string, unknown>) => [sku, stock, price]),
    points: customers.map(({ name, points }: Record<string, unknown>) => [name, points]),
    movements: rows,
  };
}

const loadedShop = await aShopWithQueuedDemo();
await runDemo(app, loadedShop.merchant_id, { days: 60 });

test('creates sixty days up to today with products, customers, refunds, voids and stock', async () => {
  const { sales, finished_at, ...demo } = await demoOf(loadedShop);
  assert.deepEqual(demo, {
    state: 'ready',
    first_day: '2026-01-31',
    last_day: '2026-03-31',
    days: 60,
    days_done: 60,
    error: null,
    created_at: app.clock.now(),
  });
  assert.equal(finished_at, app.clock.now());
  const report = await reportOf(loadedShop);
  const voided = (await loadedShop.owner.get('/transactions?status=voided')).body;
  assert.equal(report.total_transactions, sales - voided.meta.total);
  assert.ok(
    sales > 60 * 9 && report.refunds > 0 && report.discounts > 0 && report.gross_profit > 0 && voided.meta.total > 0,
  );
  assert.deepEqual(
    report.series
      .filter(({ total_sales }: { total_sales: number }) => total_sales > 0)
      .map(({ period }: { period: string }) => period),
    ['2026-01-01', '2026-02-01', '2026-03-01'],
  );
  assert.ok(report.by_payment_method.length >= 4);
  const [latest] = (await loadedShop.owner.get('/transactions?limit=1')).body.data;
  assert.ok(latest.occurred_at <= app.clock.now() && latest.occurred_at > '2026-03-31T06:00', latest.occurred_at);
  const today = (await loadedShop.owner.get('/dashboard/summary')).body.data;
  assert.ok(today.total_transactions > 0);
  assert.equal((await loadedShop.owner.get('/products')).body.meta.total, 22);
  assert.equal((await loadedShop.owner.get('/customers')).body.meta.total, 24);
  const { low_stock, out_of_stock } = (await loadedShop.owner.get('/reports/inventory')).body.data;
  assert.ok(low_stock.length + out_of_stock.length > 0);
  const { rows } = await app.admin.query<{ type: string; reasons: number }>(
    `select type, count(distinct reason)::int as reasons from stock_movements where merchant_id = $1 group by 1 order by 1`,
    [loadedShop.merchant_id],
  );
  assert.deepEqual(
    // A voided sale may contain only products without stock, so `void` may be missing.
    rows.map(({ type }) => type).filter((type) => type !== 'void'),
    ['addition', 'adjustment', 'initial', 'refund', 'sale', 'subtraction'],
  );
});

test('dates each movement as its sale, and keeps a product’s ledger in order', async () => {
  const { rows } = await app.admin.query(
    `select product_id from (
       select product_id, balance, sum(quantity) over (partition by product_id order by created_at, id) as sum from stock_movements where merchant_id = $1
     ) m where balance <> sum`,
    [loadedShop.merchant_id],
  );
  assert.deepEqual(rows, []);
});

test('contains all events in the feed, and all data for a till that synchronises', async () => {
  const { rows } = await app.admin.query<{ numbered: number; waiting: number }>(
    'select count(sequence)::int as numbered, (count(*) - count(sequence))::int as waiting from events where merchant_id = $1',
    [loadedShop.merchant_id],
  );
  assert.equal(rows[0]?.waiting, 0);
  const { data: last } = (await loadedShop.owner.get(`/events?after=${(rows[0]?.numbered ?? 0) - 1}`)).body;
  assert.ok(last[0].timestamp > '2026-03-31T06:00' && last[0].timestamp <= app.clock.now(), last[0].timestamp);
  const kinds: Record<string, number> = {};
  for (let query = ''; ; ) {
    const { data, meta } = (await loadedShop.owner.get(`/sync?limit=1000${query}`)).body;
    for (const { kind } of data) kinds[kind] = (kinds[kind] ?? 0) + 1;
    query = `&cursor=${meta.cursor}`;
    if (!meta.has_more) break;
  }
  assert.deepEqual([kinds.product, kinds.customer, kinds.category], [22, 24, 5]);
});

test('sends no messages, and no events to other merchants', async () => {
  const other = await aShop(app);
  const { rows } = await app.admin.query<{ sent: number }>(
    `select (select count(*) from webhook_deliveries)::int + (select count(*) from push_messages)::int + (select count(*) from mails)::int as sent`,
  );
  assert.deepEqual(rows, [{ sent: 0 }]);
  assert.equal((await other.owner.get('/events')).body.data.length, 0);
});

/** A database that fails once, before the commit of the transaction with this number. */
function failingOnce(database: Database, at: number): Database {
  let count = 0;
  return {
    ...database,
    transaction: (merchant_id, work, options) =>
      database.transaction(
        merchant_id,
        async (tx) => {
          const result = await work(tx);
          count += 1;
          if (count === at) throw new Error('planted failure');
          return result;
        },
        options,
      ),
  };
}

test('resumes an interrupted load with the same result', async () => {
  const [uninterrupted, interrupted] = [await aShopWithQueuedDemo(), await aShopWithQueuedDemo()];
  await runDemo(app, uninterrupted.merchant_id, { days: 30 });
  for (const at of [1, 12]) {
    const services = { database: failingOnce(app.fastify.services.database, at) };
    await assert.rejects(runDemo(app, interrupted.merchant_id, { days: 30, services }), /planted failure/);
    const { state, error } = await demoOf(interrupted);
    assert.deepEqual([state, error], ['failed', 'An unexpected error occurred. The job is retried']);
  }
  const { days_done } = await demoOf(interrupted);
  assert.ok(days_done > 5 && days_done < 12, `${days_done} days were loaded before the failure`);
  await runDemo(app, interrupted.merchant_id, { days: 30 });
  assert.deepEqual(await figuresOf(interrupted), await figuresOf(uninterrupted));
  assert.equal((await demoOf(interrupted)).error, null);
  await runDemo(app, interrupted.merchant_id, { days: 30 });
  assert.deepEqual(await figuresOf(interrupted), await figuresOf(uninterrupted), 'a completed load adds nothing');
});

test('stops after the current day and queues a job that completes the load', async () => {
  const shop = await aShopWithQueuedDemo();
  const stopping = new AbortController();
  const running = runDemo(app, shop.merchant_id, { days: 40, stopping: stopping.signal });
  await until(async () => (await demoOf(shop)).days_done >= 3);
  stopping.abort();
  await running;
  const { state, days_done } = await demoOf(shop);
  assert.equal(state, 'running');
  assert.ok(days_done < 40);
  const jobs = await startDemos(app, 40);
  try {
    await until(async () => (await demoOf(shop)).state === 'ready');
  } finally {
    await jobs.stop();
  }
  assert.equal((await demoOf(shop)).days_done, 40);
});

test('creates each day once in two concurrent runs', async () => {
  const [one, two] = [await aShopWithQueuedDemo(), await aShopWithQueuedDemo()];
  await runDemo(app, one.merchant_id, { days: 20 });
  await Promise.all([1, 2].map(() => runDemo(app, two.merchant_id, { days: 20 })));
  assert.deepEqual(await figuresOf(two), await figuresOf(one));
});

test('keeps changes of the owner, and skips deleted products', async () => {
  const shop = await aShopWithQueuedDemo({ currency: 'IDR', timezone: 'Asia/Jakarta' });
  const services = { database: failingOnce(app.fastify.services.database, 10) };
  await assert.rejects(runDemo(app, shop.merchant_id, { days: 20, services }));
  const { data: products } = (await shop.owner.get('/products?limit=100&sort=sku')).body;
  const idOf = (sku: string) => products.find((product: { sku: string }) => product.sku === sku).id;
  assert.equal((await shop.owner.put(`/products/${idOf('CUP-CAP')}`, { price: 60_000 })).status, 200);
  assert.equal((await shop.owner.delete(`/products/${idOf('BAK-CRO')}`)).status, 200);
  assert.equal((await shop.owner.put('/merchant', { tax_mode: 'exclusive', tax_rate: 11 })).status, 200);
  await runDemo(app, shop.merchant_id, { days: 20 });
  const { state, sales } = await demoOf(shop);
  assert.equal(state, 'ready');
  const report = await reportOf(shop);
  assert.ok(sales > 100 && report.tax > 0);
});

test('fails with a reason when the user is no longer an owner', async () => {
  const shop = await aShopWithQueuedDemo();
  await app.admin.query(`update memberships set role = 'manager' where merchant_id = $1`, [shop.merchant_id]);
  await assert.rejects(runDemo(app, shop.merchant_id, { days: 20 }), /no longer works here/);
  await app.admin.query(`update memberships set role = 'owner' where merchant_id = $1`, [shop.merchant_id]);
  assert.deepEqual(
    [(await demoOf(shop)).state, (await demoOf(shop)).error],
    ['failed', 'The owner who requested the demo no longer works here'],
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '../../../../test/caller.ts';
import { aCustomer, aProduct, aSession, aShop, type Shop } from '../../../../test/shop.ts';
import { addMember } from '../../../../test/staff.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();

const figureNames = [
  ...(['total_sales', 'total_transactions', 'average_transaction'] as const),
  ...(['items_sold', 'gross_profit', 'refunds'] as const),
];

async function done({ status, body, text }: Awaited<ReturnType<Caller['get']>>) {
  assert.ok(status < 300, text);
  return body.data;
}
const summaryOf = async ({ owner }: Pick<Shop, 'owner'>, query = '') =>
  done(await owner.get(`/dashboard/summary${query}`));
const figuresOf = (found: Record<string, unknown>) => figureNames.map((name) => found[name]);

/** A shop with a product that costs 10, opened a month before the sales of these tests. */
async function openShop(timezone: string, opened: string): Promise<{ shop: Shop; product_id: string }> {
  app.clock.freeze(opened);
  const shop = await aShop(app, { timezone });
  return { shop, product_id: (await aProduct(shop, { track_stock: false, stock: 0 })).id };
}

/** Sells this many pieces at an instant, at which the clock stops. */
async function sellAt(shop: Shop, at: string, item: object, fields: object = {}): Promise<string> {
  app.clock.freeze(at);
  const sale = await done(await shop.owner.post('/transactions', { items: [item], payment_method: 'cash', ...fields }));
  return sale.id;
}

test('compares today with the same weekday a week before, up to the same minute', async () => {
  // Saturdays in Jakarta, which is seven hours ahead of UTC: the comparison ends at 14:30.
  const { shop, product_id } = await openShop('Asia/Jakarta', '2026-06-05T01:00:00.000Z');
  const items = (quantity: number) => ({ product_id, quantity });
  await sellAt(shop, '2026-06-06T02:10:00.000Z', items(1));
  // The hour of the time of day counts from its first instant up to that time, excluded.
  const refunded = await sellAt(shop, '2026-06-06T07:00:00.000Z', items(4), { discount: 2 });
  await done(await shop.owner.post(`/transactions/${refunded}/refund`, { amount: 0.5 }));
  const voided = await sellAt(shop, '2026-06-06T07:06:00.000Z', items(7));
  await sellAt(shop, '2026-06-06T07:07:00.000Z', items(9), { status: 'pending' });
  app.clock.freeze('2026-06-06T07:10:00.000Z');
  for (const body of [{ items: [items(1)] }, { items: [items(1)], restock: false }, { amount: 2.5 }])
    await done(await shop.owner.post(`/transactions/${refunded}/refund`, body));
  await done(await shop.owner.post(`/transactions/${voided}/void`, { reason: 'A mistake' }));
  app.clock.freeze('2026-06-06T07:30:00.000Z');
  const report = await done(await shop.owner.get('/reports/sales?start_date=2026-06-06&end_date=2026-06-06'));
  assert.ok(report.total_sales > 0 && report.refunds > 0);
  await sellAt(shop, '2026-06-06T07:30:00.000Z', items(5));
  await done(await shop.owner.post(`/transactions/${refunded}/refund`, { amount: 0.25 }));
  await sellAt(shop, '2026-06-06T07:45:00.000Z', items(5));
  await done(await shop.owner.post(`/transactions/${refunded}/refund`, { amount: 1 }));
  await sellAt(shop, '2026-06-06T12:00:00.000Z', items(5));
  await sellAt(shop, '2026-06-13T03:00:00.000Z', items(4));
  app.clock.freeze('2026-06-13T07:30:59.999Z');

  const { comparison, total_sales } = await summaryOf(shop);
  assert.deepEqual(figuresOf(comparison), figuresOf(report));
  assert.deepEqual(
    [comparison.start_date, comparison.end_date, comparison.until],
    ['2026-06-06', '2026-06-06', '2026-06-13T07:30:00.000Z'],
  );
  const percent = Math.round(((total_sales - report.total_sales) / report.total_sales) * 1_000) / 10;
  assert.deepEqual([comparison.change.total_sales, comparison.change.refunds], [percent, -100]);
  // The series is that of the whole day.
  const whole = await done(await shop.owner.get('/reports/sales?start_date=2026-06-06&end_date=2026-06-06'));
  assert.equal(comparison.series.length, 24);
  const sum = comparison.series.reduce((all: number, row: { total_sales: number }) => all + row.total_sales, 0);
  assert.equal(sum, whole.total_sales);
  assert.equal(comparison.series[9].period, '2026-06-06T09:00');

  // At the end of the day the comparison is with the whole day.
  app.clock.freeze('2026-06-13T16:59:59.000Z');
  assert.deepEqual(figuresOf((await summaryOf(shop)).comparison), figuresOf(whole));
});

test('compares other periods with today by whole weeks, and past periods with the preceding one', async () => {
  // A session lasts thirty days.
  const { shop, product_id } = await openShop('Asia/Jakarta', '2026-06-01T01:00:00.000Z');
  const sell = (occurred_at: string, quantity: number) =>
    sellAt(shop, '2026-06-13T07:00:00.000Z', { product_id, quantity }, { occurred_at });
  // 12:00 and 18:00 in Jakarta.
  for (const [day, quantity] of [
    ['2026-05-09', 1],
    ['2026-06-05', 2],
    ['2026-06-06', 3],
    ['2026-06-12', 4],
  ] as const)
    for (const hour of ['05', '11']) await sell(`${day}T${hour}:00:00.000Z`, quantity);
  app.clock.freeze('2026-06-13T07:30:00.000Z');
  const compared = async (start_date: string, end_date: string) => {
    const { comparison, series } = await summaryOf(shop, `?start_date=${start_date}&end_date=${end_date}`);
    assert.equal(comparison.series.length, series.length);
    return [comparison.start_date, comparison.end_date, comparison.total_sales, comparison.until !== null];
  };
  // The last seven days: of 6 June only the sale at noon.
  assert.deepEqual(await compared('2026-06-07', '2026-06-13'), ['2026-05-31', '2026-06-06', 70, true]);
  assert.deepEqual(await compared('2026-05-15', '2026-06-13'), ['2026-04-10', '2026-05-09', 10, true]);
  assert.deepEqual(await compared('2026-06-12', '2026-06-12'), ['2026-06-11', '2026-06-11', 0, false]);
  assert.deepEqual(await compared('2026-06-05', '2026-06-06'), ['2026-06-03', '2026-06-04', 0, false]);
  assert.deepEqual(await compared('2026-06-07', '2026-06-08'), ['2026-06-05', '2026-06-06', 100, false]);
  // A day that has not begun.
  assert.deepEqual(await compared('2026-06-14', '2026-06-14'), ['2026-06-13', '2026-06-13', 0, false]);

  const { yesterday } = await summaryOf(shop);
  assert.deepEqual(yesterday, {
    ...{ date: '2026-06-12', total_sales: 80, total_transactions: 2 },
    ...{ compared_date: '2026-06-05', compared_sales: 40, change: 100 },
  });
  assert.equal((await summaryOf(shop, '?start_date=2026-06-12&end_date=2026-06-12')).yesterday, null);
});

test('the sales of yesterday and of the week before are net of discounts and refunds', async () => {
  const { shop, product_id } = await openShop('Asia/Jakarta', '2026-06-04T01:00:00.000Z');
  for (const [day, quantity, discount, amount] of [
    ['2026-06-05', 5, 3, 2],
    ['2026-06-12', 9, 4, 1],
  ] as const) {
    const id = await sellAt(shop, `${day}T05:00:00.000Z`, { product_id, quantity }, { discount });
    await done(await shop.owner.post(`/transactions/${id}/refund`, { amount }));
  }
  app.clock.freeze('2026-06-13T05:00:00.000Z');
  const { total_sales, compared_sales } = (await summaryOf(shop)).yesterday;
  assert.deepEqual([total_sales, compared_sales], [85, 45]);
});

test('each branch is compared up to the time on its own clock', async () => {
  const { shop, product_id } = await openShop('Asia/Jakarta', '2026-06-05T01:00:00.000Z');
  const east = await done(await shop.owner.post('/branches', { name: 'East', timezone: 'Asia/Jayapura' }));
  const west = await done(await shop.owner.post('/branches', { name: 'West', timezone: 'America/Los_Angeles' }));
  const sell = (at: string, branch_id: string, quantity: number) =>
    sellAt(shop, at, { product_id, quantity }, { branch_id });
  await sell('2026-06-06T07:10:00.000Z', shop.branch_id, 1);
  await sell('2026-06-06T07:40:00.000Z', shop.branch_id, 2);
  // 16:10 and 16:40 in Jayapura.
  await sell('2026-06-06T07:10:00.000Z', east.id, 4);
  await sell('2026-06-06T07:40:00.000Z', east.id, 8);
  // The 6th is not over in Los Angeles when the comparison ends, and has not begun when it ends a week later.
  await sell('2026-06-06T15:00:00.000Z', west.id, 16);
  app.clock.freeze('2026-06-13T07:30:00.000Z');
  const sales = async (query: string, owner = shop.owner) => (await summaryOf({ owner }, query)).comparison.total_sales;
  assert.equal(await sales(''), 50);
  assert.equal(await sales(`?branch_id=${shop.branch_id}`), 10);
  assert.equal(await sales(`?branch_id=${east.id}`), 40);
  assert.equal(await sales(`?branch_id=${west.id}`), 0);
  const limited = { email: 'east@example.com', password: 'another long password' };
  await addMember(shop.owner, app.anonymous, { ...limited, name: 'Eve', role: 'viewer', branch_ids: [east.id] });
  const viewer = await aSession(app, limited.email, limited.password);
  assert.equal(await sales('', viewer.with({ 'x-merchant-id': shop.merchant_id })), 40);
  assert.equal(await sales('', (await openShop('Asia/Jakarta', '2026-06-13T07:30:00.000Z')).shop.owner), 0);
});

test('a change of the clocks moves no sale past the end of the comparison', async () => {
  let { shop, product_id } = await openShop('Europe/Berlin', '2026-03-20T01:00:00.000Z');
  const sell = (at: string, quantity: number) => sellAt(shop, at, { product_id, quantity });
  const comparedAt = async (now: string) => {
    app.clock.freeze(now);
    return (await summaryOf(shop)).comparison.total_sales;
  };
  // On 29 March 02:00 became 03:00. One sale at 01:50, one at 03:10.
  await sell('2026-03-29T00:50:00.000Z', 1);
  await sell('2026-03-29T01:10:00.000Z', 2);
  // 01:55, 02:30, 03:05 and 03:15 a week later.
  assert.equal(await comparedAt('2026-04-04T23:55:00.000Z'), 10);
  assert.equal(await comparedAt('2026-04-05T00:30:00.000Z'), 10);
  assert.equal(await comparedAt('2026-04-05T01:05:00.000Z'), 10);
  assert.equal(await comparedAt('2026-04-05T01:15:00.000Z'), 30);
  ({ shop, product_id } = await openShop('Europe/Berlin', '2026-10-20T01:00:00.000Z'));
  // On 25 October 03:00 became 02:00. Sales at 02:10 and 02:40, and at 02:10 again.
  await sell('2026-10-25T00:10:00.000Z', 1);
  await sell('2026-10-25T00:40:00.000Z', 2);
  await sell('2026-10-25T01:10:00.000Z', 4);
  // 02:05, 02:30 and 03:00 a week later.
  assert.equal(await comparedAt('2026-11-01T01:05:00.000Z'), 0);
  assert.equal(await comparedAt('2026-11-01T01:30:00.000Z'), 10);
  assert.equal(await comparedAt('2026-11-01T02:00:00.000Z'), 70);
});

test('a day has its first instant, and not that of the next day', async () => {
  const { shop, product_id } = await openShop('Asia/Jakarta', '2026-03-01T10:00:00.000Z');
  const instants = ['2026-03-08T16:59:59.999Z', '2026-03-08T17:00:00.000Z', '2026-03-09T16:59:59.999Z'];
  for (const at of [...instants, '2026-03-09T17:00:00.000Z']) {
    await sellAt(shop, at, { product_id, quantity: 1 });
    await aCustomer(shop);
  }
  const found = async (day: string) => {
    const summary = await summaryOf(shop, `?start_date=${day}&end_date=${day}`);
    return [summary.new_customers, summary.total_transactions, summary.recent_transactions.length];
  };
  assert.deepEqual(
    [await found('2026-03-08'), await found('2026-03-09'), await found('2026-03-10')],
    [
      [1, 1, 1],
      [2, 2, 3],
      [1, 1, 4],
    ],
  );
  const ids: string[] = [];
  for (let turn = 0; turn < 3; turn += 1)
    ids.push(await sellAt(shop, '2026-03-10T10:00:00.000Z', { product_id, quantity: 1 }));
  const { recent_transactions } = await summaryOf(shop);
  assert.deepEqual(
    recent_transactions.slice(0, 3).map(({ id }: { id: string }) => id),
    ids.sort().reverse(),
    'sales of one instant are in the order of their ids',
  );
});

test('compares nothing for a shop without sales', async () => {
  const { shop } = await openShop('Asia/Jakarta', '2026-06-13T07:30:00.000Z');
  const found = await summaryOf(shop);
  assert.deepEqual(figuresOf(found.comparison), [0, 0, 0, 0, 0, 0]);
  assert.ok(Object.values(found.comparison.change).every((change) => change === null));
  assert.deepEqual(
    [found.yesterday.total_sales, found.yesterday.compared_sales, found.yesterday.change, found.low_stock],
    [0, 0, null, []],
  );
});

test('names the five most urgent levels of the branches, the empty ones first', async () => {
  app.clock.freeze('2026-06-13T07:30:00.000Z');
  const shop = await aShop(app);
  const ids: string[] = [];
  // Half, a tenth, nothing of 2, nothing of 9, a quarter, two thirds, more than the reorder point, and nothing of 0.
  for (const [stock, min_stock] of [
    [5, 10],
    [1, 10],
    [0, 2],
    [0, 9],
    [1, 4],
    [2, 3],
    [4, 3],
    [0, 0],
  ])
    ids.push((await aProduct(shop, { stock, min_stock })).id);
  const other = await done(await shop.owner.post('/branches', { name: 'Other' }));
  const found = await summaryOf(shop);
  assert.deepEqual(
    found.low_stock.map(({ product_id }: { product_id: string }) => ids.indexOf(product_id)),
    [3, 2, 7, 1, 4],
  );
  assert.equal(found.low_stock_count, 7);
  const [first] = found.low_stock;
  const levels = await done(await shop.owner.get(`/inventory?low_stock=true&product_id=${first.product_id}`));
  assert.deepEqual([{ ...first, low_stock: true }], levels);
  const elsewhere = await summaryOf(shop, `?branch_id=${other.id}`);
  assert.deepEqual([elsewhere.low_stock, elsewhere.low_stock_count], [[], 0]);
});

test('shows the first picture of each best seller, and of a variant that of its product', async () => {
  app.clock.freeze('2026-06-13T07:30:00.000Z');
  const shop = await aShop(app);
  const pictures = ['https://pictures.example/1.png', 'https://pictures.example/2.png'];
  const shown = await aProduct(shop, { images: pictures, price: 30 });
  const variant = await done(
    await shop.owner.post(`/products/${shown.id}/variants`, { name: 'Red', sku: 'RED', price: 20, stock: 5 }),
  );
  const plain = await aProduct(shop, { price: 10 });
  for (const { id } of [variant, plain]) await sellAt(shop, app.clock.now(), { product_id: id, quantity: 1 });
  const { top_products } = await summaryOf(shop);
  assert.deepEqual(
    top_products.map(({ image_url }: { image_url: string | null }) => image_url),
    [pictures[0], null],
  );
});

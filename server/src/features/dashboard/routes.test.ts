import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aCustomer, aProduct, aShop, aStaffMember, type Shop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();

const summaryOf = async (shop: Shop, query = '') => {
  const answer = await shop.owner.get(`/dashboard/summary${query}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data;
};

async function sell(shop: Shop, fields: object): Promise<string> {
  const answer = await shop.owner.post('/transactions', { payment_method: 'cash', ...fields });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.data.id;
}

/** A time of day in London some days ago, as an instant. */
const inLondon = (days_ago: number, time: string) => {
  const day = Temporal.Now.zonedDateTimeISO('Europe/London').toPlainDate().subtract({ days: days_ago });
  return {
    day: day.toString(),
    at: day.toZonedDateTime({ timeZone: 'Europe/London', plainTime: time }).toInstant().toString(),
  };
};

test('returns zero for each hour of a shop without sales', async () => {
  const found = await summaryOf(await aShop(app));
  assert.deepEqual(
    [found.total_sales, found.total_transactions, found.average_transaction, found.new_customers],
    [0, 0, 0, 0],
  );
  assert.equal(found.series.length, 24);
  assert.deepEqual([found.change.total_sales, found.top_products, found.recent_transactions], [null, [], []]);
});

test('compares a day with the previous one by local hour', async () => {
  const shop = await aShop(app, { timezone: 'Europe/London' });
  const product = await aProduct(shop, { price: 10, cost: 4, min_stock: 95 });
  await aCustomer(shop);
  await shop.owner.delete(`/customers/${(await aCustomer(shop)).id}`);
  const item = (quantity: number) => ({ items: [{ product_id: product.id, quantity }] });
  const [before, day] = [inLondon(4, '15:30'), inLondon(3, '09:10')];
  await sell(shop, { ...item(2), occurred_at: before.at });
  await sell(shop, { ...item(1), occurred_at: day.at });
  await sell(shop, { ...item(2), occurred_at: inLondon(3, '23:59').at, payment_method: 'card' });
  const found = await summaryOf(shop, `?startDate=${day.day}&endDate=${day.day}`);
  assert.deepEqual(
    [
      found.total_sales,
      found.total_transactions,
      found.average_transaction,
      found.items_sold,
      found.gross_profit,
      found.refunds,
    ],
    [30, 2, 15, 3, 18, 0],
  );
  assert.deepEqual(
    [found.previous.start_date, found.previous.end_date, found.previous.total_sales],
    [before.day, before.day, 20],
  );
  assert.deepEqual([found.change.total_sales, found.change.total_transactions, found.change.refunds], [50, 100, null]);
  const nonZero = found.series.filter(({ total_sales }: { total_sales: number }) => total_sales > 0);
  assert.deepEqual(nonZero, [
    { period: `${day.day}T09:00`, total_sales: 10, total_transactions: 1 },
    { period: `${day.day}T23:00`, total_sales: 20, total_transactions: 1 },
  ]);
  assert.deepEqual(
    found.payment_methods.map(({ payment_method }: { payment_method: string }) => payment_method),
    ['card', 'cash'],
  );
  assert.deepEqual([found.top_products.length, found.low_stock_count, found.new_customers], [1, 1, 0]);
  assert.deepEqual(
    found.recent_transactions.map(({ total_amount }: { total_amount: number }) => total_amount),
    [20, 10, 20],
  );
  assert.equal((await summaryOf(shop)).new_customers, 1);

  const days = await summaryOf(shop, `?start_date=${before.day}&end_date=${day.day}`);
  assert.deepEqual(days.series, [
    { period: before.day, total_sales: 20, total_transactions: 1 },
    { period: day.day, total_sales: 30, total_transactions: 2 },
  ]);
});

test('returns the totals of the report and the low stock of the inventory', async () => {
  const shop = await aShop(app);
  const product = await aProduct(shop, { price: 3.33, stock: 10, min_stock: 5 });
  await aProduct(shop, { stock: 1, min_stock: 5 });
  const sale = await sell(shop, { items: [{ product_id: product.id, quantity: 6 }], discount: 1 });
  await shop.owner.post(`/transactions/${sale}/refund`, { amount: 2.5 });
  const found = await summaryOf(shop);
  const report = (await shop.owner.get(`/reports/sales?start_date=${found.start_date}&end_date=${found.end_date}`)).body
    .data;
  for (const name of [
    'total_sales',
    'total_transactions',
    'average_transaction',
    'items_sold',
    'gross_profit',
    'refunds',
  ])
    assert.equal(found[name], report[name], name);
  // The dashboard adds the pictures.
  assert.deepEqual(
    found.top_products,
    report.top_products.map((row: object) => ({ ...row, image_url: null })),
  );
  assert.deepEqual(found.payment_methods, report.by_payment_method);
  assert.equal(found.low_stock_count, (await shop.owner.get('/inventory?lowStock=true')).body.data.length);
});

test('shows the ten latest sales, whichever arrived last', async () => {
  const shop = await aShop(app);
  const product = await aProduct(shop);
  const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
  const times = Array.from({ length: 11 }, (_, at) => `${day}T10:${10 + at}:00.000Z`);
  const ids = new Map<string, string>();
  for (const occurred_at of times.toReversed())
    ids.set(occurred_at, await sell(shop, { items: [{ product_id: product.id, quantity: 1 }], occurred_at }));
  const { recent_transactions } = await summaryOf(shop, `?start_date=${day}&end_date=${day}`);
  assert.deepEqual(
    recent_transactions.map(({ id }: { id: string }) => id),
    times
      .toReversed()
      .slice(0, 10)
      .map((at) => ids.get(at)),
  );
});

test('filters by branch, and names wrong parameters', async () => {
  const shop = await aShop(app);
  const other = await aShop(app);
  const product = await aProduct(shop);
  await sell(shop, { items: [{ product_id: product.id, quantity: 1 }] });
  assert.equal((await summaryOf(shop, `?branchId=${shop.branch_id}`)).total_sales, 10);
  const filtered = await summaryOf(shop, `?branchId=${other.branch_id}`);
  assert.deepEqual([filtered.total_sales, filtered.recent_transactions], [0, []]);
  for (const [query, field] of [
    ['branchId=x', 'branchId'],
    ['startDate=2026-02-30', 'startDate'],
    ['startDate=2026-02-02&endDate=2026-02-01', 'startDate'],
  ]) {
    const answer = await shop.owner.get(`/dashboard/summary?${query}`);
    assert.deepEqual(
      [answer.status, answer.body.error.details.map((detail: { field: string }) => detail.field)],
      [422, [field]],
    );
  }
});

test('requires the permission to read reports', async () => {
  const shop = await aShop(app);
  assert.equal((await (await aStaffMember(shop, 'viewer')).get('/dashboard/summary')).status, 200);
  assert.equal((await (await aStaffMember(shop, 'cashier')).get('/dashboard/summary')).status, 403);
});

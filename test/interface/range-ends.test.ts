import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { aCustomer, aProduct, aShop } from '../shop.ts';
import { createTestApp } from '../test-app.ts';

const app = await createTestApp();
const shop = await aShop(app, { timezone: 'Asia/Jakarta' });
const { owner } = shop;
const product = await aProduct(shop, { price: 1, stock: 100 });

// The tenth of March in Jakarta, and the milliseconds beside it. Each sale has its own quantity.
const sales = [
  { at: '2026-03-09T16:59:59.999Z', quantity: 1, isInside: false },
  { at: '2026-03-09T17:00:00.000Z', quantity: 2, isInside: true },
  { at: '2026-03-10T16:59:59.999Z', quantity: 4, isInside: true },
  { at: '2026-03-10T17:00:00.000Z', quantity: 8, isInside: false },
];
for (const { at, quantity } of sales) {
  app.clock.freeze(at);
  const answer = await owner.post('/transactions', {
    items: [{ product_id: product.id, quantity }],
    payment_method: 'cash',
  });
  assert.equal(answer.status, 201, answer.text);
  await aCustomer(shop);
}
const inside = sales.filter(({ isInside }) => isInside);
const days = 'start_date=2026-03-10&end_date=2026-03-10';
const moments = `start_date=${inside[0]?.at}&end_date=${inside[1]?.at}`;
const ofDay = inside.map(({ quantity }) => quantity);

type Row = { total_amount: number; quantity: number; details: unknown };
const listed = async (path: string, pick: (row: Row) => number): Promise<number[]> => {
  const { status, body, text } = await owner.get(path);
  assert.equal(status, 200, text);
  return body.data.map(pick).sort((one: number, other: number) => one - other);
};

test('lists have the first and the last millisecond of a day, and no other', async () => {
  for (const range of [days, moments]) {
    assert.deepEqual(await listed(`/transactions?${range}`, (row) => row.total_amount), ofDay, range);
    assert.deepEqual(await listed(`/inventory/movements?type=sale&${range}`, (row) => -row.quantity), ofDay, range);
    assert.equal((await owner.get(`/audit?action=customer.created&${range}`)).body.data.length, 2, range);
  }
});

test('an open range has everything on its side, with its end', async () => {
  const amounts = (query: string) => listed(`/transactions?${query}`, (row) => row.total_amount);
  assert.deepEqual(await amounts(`start_date=${inside[1]?.at}`), [4, 8]);
  assert.deepEqual(await amounts(`end_date=${inside[0]?.at}`), [1, 2]);
  assert.deepEqual(await amounts('start_date=2026-03-10'), [2, 4, 8]);
  assert.deepEqual(await amounts('end_date=2026-03-10'), [1, 2, 4]);
});

test('reports and the dashboard count the first and the last millisecond of a day, and no other', async () => {
  const report = (await owner.get(`/reports/sales?${days}`)).body.data;
  assert.deepEqual([report.total_sales, report.total_transactions], [6, 2]);
  assert.equal(report.top_products[0].quantity_sold, 6);
  const { data } = (await owner.get(`/dashboard/summary?${days}`)).body;
  assert.deepEqual(
    [data.total_sales, data.total_transactions, data.top_products[0].quantity_sold, data.new_customers],
    [6, 2, 6, 2],
  );
  const recent = data.recent_transactions.map((row: Row) => row.total_amount);
  assert.deepEqual(recent, [4, 2, 1], 'the latest until the end of the day');
});

test('an export has the first and the last millisecond of a day, and no other', async () => {
  const exported = await owner.post('/reports/export', {
    report_type: 'transactions',
    format: 'csv',
    start_date: '2026-03-10',
    end_date: '2026-03-10',
  });
  assert.equal(exported.status, 200, exported.text);
  const { body } = await app.fastify.inject({ url: exported.body.data.download_url });
  const rows = parse(body, { bom: true, columns: true }) as { total_amount: string }[];
  assert.deepEqual(rows.map(({ total_amount }) => Number(total_amount)).sort(), ofDay);
});

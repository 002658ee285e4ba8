import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct, aShop, type Shop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { rebuildRollups } from '../sales-rollups/rebuild-rollups.ts';

const app = await createTestApp();
const { clock } = app;

/** Creates a shop in Berlin and a sale at ten in the evening, local time. */
async function anEveningSale(body: object = {}): Promise<{ shop: Shop; id: string }> {
  clock.set('2026-03-10T21:00:00Z');
  const shop = await aShop(app, { timezone: 'Europe/Berlin' });
  const product = await aProduct(shop);
  const items = [{ product_id: product.id, quantity: 1 }];
  const sale = await shop.owner.post('/transactions', { items, payment_method: 'cash', ...body });
  assert.equal(sale.status, 201, sale.text);
  return { shop, id: sale.body.data.id };
}

/** The next day in Berlin, but still the day of the sale in Los Angeles. */
const nextMorning = () => clock.set('2026-03-11T05:00:00Z');

const voidSale = async ({ owner }: Shop, id: string) => {
  const { status, body } = await owner.post(`/transactions/${id}/void`, {});
  return [status, body.error?.code];
};
const rejected = [422, 'INVALID_STATE'];
const accepted = [200, undefined];

test('a changed time zone of branch or merchant does not allow voiding yesterday’s sale', async () => {
  const { shop, id } = await anEveningSale();
  nextMorning();
  assert.deepEqual(await voidSale(shop, id), rejected);
  await shop.owner.put(`/branches/${shop.branch_id}`, { timezone: 'America/Los_Angeles' });
  assert.deepEqual(await voidSale(shop, id), rejected);
  await shop.owner.put(`/branches/${shop.branch_id}`, { timezone: null });
  await shop.owner.put('/merchant', { timezone: 'America/Los_Angeles' });
  assert.deepEqual(await voidSale(shop, id), rejected);
});

test('a changed time zone does not forbid voiding today’s sale', async () => {
  const { shop, id } = await anEveningSale();
  await shop.owner.put(`/branches/${shop.branch_id}`, { timezone: 'Pacific/Auckland' });
  assert.deepEqual(await voidSale(shop, id), accepted);
});

test('a parked sale gets the time zone of its completion', async () => {
  const { shop, id } = await anEveningSale({ status: 'pending', payment_method: undefined });
  await shop.owner.put(`/branches/${shop.branch_id}`, { timezone: 'America/Los_Angeles' });
  assert.equal((await shop.owner.post(`/transactions/${id}/complete`, { payment_method: 'cash' })).status, 200);
  await shop.owner.put(`/branches/${shop.branch_id}`, { timezone: null });
  nextMorning();
  assert.deepEqual(await voidSale(shop, id), accepted);
});

test('a sale entered late keeps the time zone of its business day', async () => {
  const { shop, id } = await anEveningSale({ occurred_at: '2026-03-09T22:30:00Z' });
  const { rows } = await app.admin.query('select business_day::text, timezone from sales where id = $1', [id]);
  assert.deepEqual(rows, [{ business_day: '2026-03-09', timezone: 'Europe/Berlin' }]);
  await shop.owner.put(`/branches/${shop.branch_id}`, { timezone: 'Asia/Tokyo' });
  assert.deepEqual(await voidSale(shop, id), rejected);
});

test('reports and rebuilt roll-ups keep a sale on its day, and a refund on the day it was made', async () => {
  const { shop, id } = await anEveningSale();
  await shop.owner.put(`/branches/${shop.branch_id}`, { timezone: 'Pacific/Auckland' });
  await shop.owner.put('/merchant', { timezone: 'Pacific/Auckland' });
  assert.equal((await shop.owner.post(`/transactions/${id}/refund`, { amount: 4 })).status, 201);
  await app.admin.query('delete from sales_rollups where merchant_id = $1', [shop.merchant_id]);
  await app.admin.query('delete from sales_rollups_by_method where merchant_id = $1', [shop.merchant_id]);
  await app.admin.query('delete from sales_rollups_by_product where merchant_id = $1', [shop.merchant_id]);
  assert.ok((await rebuildRollups(app.database, shop.merchant_id)) > 0);
  const salesOf = async (day: string) =>
    (await shop.owner.get(`/reports/sales?start_date=${day}&end_date=${day}`)).body.data.total_sales;
  assert.deepEqual([await salesOf('2026-03-10'), await salesOf('2026-03-11')], [10, -4]);
});

test('a sale without a stored time zone uses the branch’s, unless that was changed since', async () => {
  const { shop, id } = await anEveningSale();
  await app.admin.query('update sales set timezone = null where id = $1', [id]);
  await shop.owner.put(`/branches/${shop.branch_id}`, { timezone: 'America/Los_Angeles' });
  nextMorning();
  assert.deepEqual(await voidSale(shop, id), rejected);
  clock.set('2026-03-10T21:30:00Z');
  await shop.owner.put(`/branches/${shop.branch_id}`, { timezone: null });
  assert.deepEqual(await voidSale(shop, id), accepted);
});

test('days of the list are the merchant’s, and a branch’s own day is selected by its instants', async () => {
  clock.set('2026-03-10T12:00:00Z');
  const shop = await aShop(app, { timezone: 'Europe/Berlin' });
  const branch = await shop.owner.post('/branches', { name: 'West', timezone: 'America/Los_Angeles' });
  const branch_id = branch.body.data.id;
  const product = await aProduct(shop, { price: 10, track_stock: false, stock: 0 });
  // Ten in the evening of the 10th in Los Angeles, and the 11th in Berlin.
  clock.set('2026-03-11T05:00:00Z');
  const items = [{ product_id: product.id, quantity: 1 }];
  assert.equal((await shop.owner.post('/transactions', { items, payment_method: 'cash', branch_id })).status, 201);
  const listed = async (start: string, end: string) =>
    (await shop.owner.get(`/transactions?branch_id=${branch_id}&start_date=${start}&end_date=${end}`)).body.meta.total;
  const reported = async (day: string) =>
    (await shop.owner.get(`/reports/sales?branch_id=${branch_id}&start_date=${day}&end_date=${day}`)).body.data
      .total_sales;
  assert.deepEqual([await reported('2026-03-10'), await reported('2026-03-11')], [10, 0]);
  assert.deepEqual([await listed('2026-03-10', '2026-03-10'), await listed('2026-03-11', '2026-03-11')], [0, 1]);
  assert.equal(await listed('2026-03-10T00:00:00-07:00', '2026-03-10T23:59:59.999-07:00'), 1);
});

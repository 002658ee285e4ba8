import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followEvents, typesOf } from '../../../../test/events.ts';
import { aCustomer, aProduct, aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();
const shop = await aShop(app);
const { owner } = shop;
await owner.put('/merchant', { loyalty_rate: 1 });
const product = await aProduct(shop, { stock: 1_000 });
const items = [{ product_id: product.id, quantity: 2 }];
const readEvents = await followEvents(shop);

test('the event of a sale has the response’s body, followed by events of the stock and points that it changed', async () => {
  const customer = await aCustomer(shop);
  await readEvents();
  const sale = (await owner.post('/transactions', { items, customer_id: customer.id, payment_method: 'cash' })).body
    .data;
  const events = await readEvents();
  assert.deepEqual(typesOf(events), ['sale.completed', 'stock.moved', 'points.changed']);
  assert.deepEqual([events[0]?.subject_id, events[0]?.user_id, events[0]?.data], [sale.id, shop.owner_id, sale]);
  const [entry] = (await owner.get(`/customers/${customer.id}/loyalty/history`)).body.data;
  assert.deepEqual([events[2]?.subject_id, events[2]?.data], [customer.id, entry]);

  const refund = (await owner.post(`/transactions/${sale.id}/refund`, { items: [{ ...items[0], quantity: 1 }] })).body
    .data;
  const refundEvents = await readEvents();
  assert.deepEqual(typesOf(refundEvents), ['sale.refunded', 'stock.moved', 'points.changed']);
  assert.deepEqual([refundEvents[0]?.subject_id, refundEvents[0]?.data], [refund.id, refund]);
});

test('emits events when a sale is parked, and when it is completed or voided', async () => {
  const park = async () => (await owner.post('/transactions', { items, status: 'pending' })).body.data;
  const [first, second] = [await park(), await park()];
  const parkEvents = await readEvents();
  assert.deepEqual(typesOf(parkEvents), ['sale.parked', 'stock.reserved', 'sale.parked', 'stock.reserved']);
  assert.deepEqual(parkEvents[0]?.data, first);
  assert.equal(parkEvents[3]?.data.level.reserved, 4);
  const completed = (await owner.post(`/transactions/${first.id}/complete`, { payment_method: 'card' })).body.data;
  const voided = (await owner.post(`/transactions/${second.id}/void`, { reason: 'changed their mind' })).body.data;
  const endEvents = await readEvents();
  assert.deepEqual(typesOf(endEvents), ['sale.completed', 'stock.moved', 'sale.voided', 'stock.reserved']);
  assert.deepEqual([endEvents[0]?.data, endEvents[2]?.data], [completed, voided]);
});

test('voiding a completed sale emits an event, and returns stock and points', async () => {
  const customer = await aCustomer(shop);
  const { id } = (await owner.post('/transactions', { items, customer_id: customer.id, payment_method: 'cash' })).body
    .data;
  await readEvents();
  await owner.post(`/transactions/${id}/void`);
  assert.deepEqual(typesOf(await readEvents()), ['sale.voided', 'stock.moved', 'points.changed']);
});

test('rejected, repeated and read requests emit nothing', async () => {
  const key = { 'idempotency-key': 'once' };
  const { id } = (await owner.post('/transactions', { items, payment_method: 'cash' }, key)).body.data;
  await readEvents();
  await owner.post('/transactions', { items, payment_method: 'cash' }, key);
  await owner.post('/transactions', { items: [{ ...items[0], quantity: 5_000 }], payment_method: 'cash' });
  await owner.post(`/transactions/${id}/refund/preview`);
  assert.deepEqual(await readEvents(), []);
});

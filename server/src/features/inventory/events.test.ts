import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followEvents, typesOf } from '../../../../test/events.ts';
import { aProduct, aShop, aWarehouse } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();
const shop = await aShop(app);
const { owner } = shop;
const attic = await aWarehouse(shop, 'Attic');
const readEvents = await followEvents(shop);

test('each movement emits an event with the resulting level, as in the response of an adjustment', async () => {
  const product = await aProduct(shop, { name: 'Tea', stock: 5 });
  await readEvents();
  const body = { product_id: product.id, type: 'addition', quantity: 3, reason: 'delivery', reference: 'DN-1' };
  const adjusted = (await owner.post('/inventory/adjustment', body)).body.data;
  const [event, ...others] = await readEvents();
  assert.deepEqual([event?.type, event?.subject_id, event?.data, others], ['stock.moved', product.id, adjusted, []]);
  const level = (await owner.get(`/inventory?product_id=${product.id}`)).body.data[0];
  assert.deepEqual(event?.data.level, level);
});

test('a transfer emits an event for each side', async () => {
  const product = await aProduct(shop, { stock: 5 });
  await readEvents();
  const transfer = { product_id: product.id, from_warehouse: shop.warehouse_id, to_warehouse: attic, quantity: 2 };
  const { from_level, to_level } = (await owner.post('/inventory/transfer', transfer)).body.data;
  const events = await readEvents();
  assert.deepEqual(
    events.map(({ type, data }) => [type, data.movement.type, data.level]),
    [
      ['stock.moved', 'transfer_out', from_level],
      ['stock.moved', 'transfer_in', to_level],
    ],
  );
});

test('emits stock.low and stock.out once each, when the level reaches their thresholds', async () => {
  const product = await aProduct(shop, { stock: 10, min_stock: 5 });
  await readEvents();
  const changeBy = async (type: string, quantity: number) => {
    await owner.post('/inventory/adjustment', { product_id: product.id, type, quantity });
    return typesOf(await readEvents());
  };
  assert.deepEqual(await changeBy('subtraction', 4), ['stock.moved']);
  assert.deepEqual(await changeBy('subtraction', 1), ['stock.moved', 'stock.low']);
  assert.deepEqual(await changeBy('subtraction', 1), ['stock.moved']);
  assert.deepEqual(await changeBy('subtraction', 4), ['stock.moved', 'stock.out']);
  assert.deepEqual(await changeBy('addition', 6), ['stock.moved']);
  assert.deepEqual(await changeBy('subtraction', 6), ['stock.moved', 'stock.low', 'stock.out']);
});

test('stock that a parked sale reserves also triggers warnings', async () => {
  const product = await aProduct(shop, { stock: 2, min_stock: 1 });
  await readEvents();
  const items = [{ product_id: product.id, quantity: 1 }];
  const { id } = (await owner.post('/transactions', { items: [...items, ...items], status: 'pending' })).body.data;
  assert.deepEqual(typesOf(await readEvents()), [
    'sale.parked',
    'stock.reserved',
    'stock.reserved',
    'stock.low',
    'stock.out',
  ]);
  await owner.post(`/transactions/${id}/complete`, { payment_method: 'cash' });
  assert.deepEqual(typesOf(await readEvents()), ['sale.completed', 'stock.moved', 'stock.moved']);
});

test('a count that finds the expected quantity emits nothing', async () => {
  const product = await aProduct(shop, { stock: 7 });
  await readEvents();
  await owner.post('/inventory/adjustment', { product_id: product.id, type: 'adjustment', quantity: 7 });
  assert.deepEqual(await readEvents(), []);
});

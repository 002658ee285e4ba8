import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listenTo, typesOf } from '../../../../test/events.ts';
import { aProduct, aShop, aWarehouse } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();
const shop = await aShop(app);
const { owner } = shop;
const attic = await aWarehouse(shop, 'Attic');
const hear = await listenTo(shop);

test('each movement is told with the level that it left, as an adjustment answers them', async () => {
  const product = await aProduct(shop, { name: 'Tea', stock: 5 });
  await hear();
  const body = { product_id: product.id, type: 'addition', quantity: 3, reason: 'delivery', reference: 'DN-1' };
  const adjusted = (await owner.post('/inventory/adjustment', body)).body.data;
  const [told, ...others] = await hear();
  assert.deepEqual([told?.type, told?.subject_id, told?.data, others], ['stock.moved', product.id, adjusted, []]);
  const level = (await owner.get(`/inventory?product_id=${product.id}`)).body.data[0];
  assert.deepEqual(told?.data.level, level);
});

test('a transfer is told on both sides', async () => {
  const product = await aProduct(shop, { stock: 5 });
  await hear();
  const transfer = { product_id: product.id, from_warehouse: shop.warehouse_id, to_warehouse: attic, quantity: 2 };
  const { from_level, to_level } = (await owner.post('/inventory/transfer', transfer)).body.data;
  const told = await hear();
  assert.deepEqual(
    told.map(({ type, data }) => [type, data.movement.type, data.level]),
    [
      ['stock.moved', 'transfer_out', from_level],
      ['stock.moved', 'transfer_in', to_level],
    ],
  );
});

test('who must buy hears when it gets low, and when it is out: once each, on the way down', async () => {
  const product = await aProduct(shop, { stock: 10, min_stock: 5 });
  await hear();
  const changeBy = async (type: string, quantity: number) => {
    await owner.post('/inventory/adjustment', { product_id: product.id, type, quantity });
    return typesOf(await hear());
  };
  assert.deepEqual(await changeBy('subtraction', 4), ['stock.moved']);
  assert.deepEqual(await changeBy('subtraction', 1), ['stock.moved', 'stock.low']);
  assert.deepEqual(await changeBy('subtraction', 1), ['stock.moved']);
  assert.deepEqual(await changeBy('subtraction', 4), ['stock.moved', 'stock.out']);
  assert.deepEqual(await changeBy('addition', 6), ['stock.moved']);
  assert.deepEqual(await changeBy('subtraction', 6), ['stock.moved', 'stock.low', 'stock.out']);
});

test('what is set aside for a parked sale counts, too', async () => {
  const product = await aProduct(shop, { stock: 2, min_stock: 1 });
  await hear();
  const items = [{ product_id: product.id, quantity: 1 }];
  const { id } = (await owner.post('/transactions', { items: [...items, ...items], status: 'pending' })).body.data;
  assert.deepEqual(typesOf(await hear()), ['sale.parked', 'stock.reserved', 'stock.reserved', 'stock.low', 'stock.out']);
  await owner.post(`/transactions/${id}/complete`, { payment_method: 'cash' });
  assert.deepEqual(typesOf(await hear()), ['sale.completed', 'stock.moved', 'stock.moved']);
});

test('a count that finds what was expected tells nothing', async () => {
  const product = await aProduct(shop, { stock: 7 });
  await hear();
  await owner.post('/inventory/adjustment', { product_id: product.id, type: 'adjustment', quantity: 7 });
  assert.deepEqual(await hear(), []);
});

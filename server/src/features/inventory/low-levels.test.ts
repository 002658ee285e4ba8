import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from '../../../../test/files.ts';
import { aProduct, aShop, aWarehouse } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { untilLockWait } from '../../../../test/waiting.ts';
import { insertMissingLevels } from './queries.ts';

/** Which levels are low, after each kind of change: of the stock, and of the product's reorder point. */
const app = await createTestApp();
const shop = await aShop(app);
const { owner, warehouse_id } = shop;
const other = await aWarehouse(shop, 'Other');

const lowSkus = async (): Promise<string[]> =>
  (await owner.get('/inventory?low_stock=true&sort=sku')).body.data.map(
    (row: { sku: string; warehouse_id: string }) => `${row.sku} ${row.warehouse_id === other ? 'other' : 'main'}`,
  );

test('a level is low at its reorder point and below, in each warehouse', async () => {
  const { id } = await aProduct(shop, { sku: 'A', stock: 6, min_stock: 2 });
  assert.deepEqual(await lowSkus(), []);
  const move = { product_id: id, from_warehouse: warehouse_id, to_warehouse: other, quantity: 2 };
  assert.equal((await owner.post('/inventory/transfer', move)).status, 200);
  assert.deepEqual(await lowSkus(), ['A other']);
  const items = [{ product_id: id, quantity: 2 }];
  assert.equal((await owner.post('/transactions', { items, status: 'pending' })).status, 201);
  assert.deepEqual(await lowSkus(), ['A main', 'A other'], 'reserved stock is not available');
  const { data } = (await owner.get('/dashboard/summary?period=today')).body;
  assert.deepEqual([data.low_stock_count, data.low_stock.length], [2, 2]);
  assert.equal((await owner.delete(`/products/${id}`)).status, 200);
  assert.deepEqual(await lowSkus(), []);
  assert.equal((await owner.get('/dashboard/summary?period=today')).body.data.low_stock_count, 0);
});

const changes: Record<string, (product: { id: string; sku: string }, min_stock: number | null) => Promise<number>> = {
  'a change of the product': async ({ id }, min_stock) => (await owner.put(`/products/${id}`, { min_stock })).status,
  'a change of several products': async ({ id }, min_stock) =>
    (await owner.post('/products/bulk-update', { ids: [id], changes: { min_stock } })).status,
  'an item of the inventory': async ({ id }, minStock) => (await owner.put(`/inventory/${id}`, { minStock })).status,
  'an import': async ({ sku }, min_stock) => (await load(shop, `sku,minStock\n${sku},${min_stock ?? ''}`)).status,
};

for (const [what, change] of Object.entries(changes))
  test(`${what} moves the reorder point of all levels`, async () => {
    const product = await aProduct(shop, { stock: 5 });
    const { id, sku } = product;
    const move = { product_id: id, from_warehouse: warehouse_id, to_warehouse: other, quantity: 2 };
    assert.equal((await owner.post('/inventory/transfer', move)).status, 200);
    const lowAt = async (min_stock: number | null) => {
      const status = await change(product, min_stock);
      assert.ok(status < 300, `${status}`);
      return (await lowSkus()).filter((name) => name.startsWith(`${sku} `));
    };
    assert.deepEqual(await lowAt(1), []);
    assert.deepEqual(await lowAt(2), [`${sku} other`]);
    assert.deepEqual(await lowAt(3), [`${sku} main`, `${sku} other`]);
    assert.equal((await owner.delete(`/products/${id}`)).status, 200);
  });

test('a product whose stock is not tracked is not low', async () => {
  const { id, sku } = await aProduct(shop, { stock: 0, min_stock: 2 });
  assert.deepEqual(await lowSkus(), [`${sku} main`]);
  for (const [track_stock, low] of [
    [false, []],
    [true, [`${sku} main`]],
  ] as const) {
    assert.equal((await owner.put(`/products/${id}`, { track_stock })).status, 200);
    assert.deepEqual(await lowSkus(), low);
  }
  assert.equal((await owner.put(`/products/${id}`, { min_stock: null })).status, 200);
  assert.deepEqual(await lowSkus(), []);
});

test('a new level waits for a change of its product, and has the new reorder point', async () => {
  const { id, sku } = await aProduct(shop, { stock: 9, min_stock: 1 });
  const holder = await app.admin.connect();
  try {
    await holder.query('begin');
    await holder.query('update products set min_stock = 0 where merchant_id = $1 and id = $2', [shop.merchant_id, id]);
    const created = app.database.transaction(shop.merchant_id, (tx) =>
      insertMissingLevels(tx, [{ product_id: id, warehouse_id: other }], app.clock.now()),
    );
    await untilLockWait(app.admin);
    await holder.query('update products set min_stock = 4 where merchant_id = $1 and id = $2', [shop.merchant_id, id]);
    await holder.query('update stock_levels set reorder_point = 4 where merchant_id = $1 and product_id = $2', [
      shop.merchant_id,
      id,
    ]);
    await holder.query('commit');
    assert.equal(await created, 1);
    assert.deepEqual(await lowSkus(), [`${sku} other`]);
  } finally {
    holder.release();
  }
});

test('an import locks the levels that it counts and those that it reorders in one order', async () => {
  const ids = [await aProduct(shop, { stock: 5 }), await aProduct(shop, { stock: 5 })].sort((a, b) =>
    a.id < b.id ? -1 : 1,
  );
  const [first, second] = ids;
  assert.ok(first && second);
  const holder = await app.admin.connect();
  const lock = 'select from stock_levels where merchant_id = $1 and product_id = $2 for update';
  try {
    await holder.query('begin');
    await holder.query(lock, [shop.merchant_id, first.id]);
    const loaded = load(shop, `sku,stock,minStock\n${second.sku},7,\n${first.sku},,9`);
    await untilLockWait(app.admin);
    // It waits for the level that it reorders, and has not locked the one that it counts.
    await app.admin.query(`${lock} nowait`, [shop.merchant_id, second.id]);
    await holder.query('commit');
    assert.equal((await loaded).status, 200);
    assert.deepEqual(await lowSkus().then((skus) => skus.filter((sku) => sku.startsWith(first.sku))), [
      `${first.sku} main`,
    ]);
  } finally {
    holder.release();
  }
});

test('a change of a reorder point waits for the product’s levels, in their order, and for no other level', async () => {
  const [product, another] = [await aProduct(shop, { stock: 5 }), await aProduct(shop, { stock: 5 })];
  const move = { product_id: product.id, from_warehouse: warehouse_id, to_warehouse: other, quantity: 2 };
  assert.equal((await owner.post('/inventory/transfer', move)).status, 200);
  const [first = '', second = ''] = [warehouse_id, other].sort();
  const lock = 'select from stock_levels where merchant_id = $1 and product_id = $2 and warehouse_id = $3 for update';
  let min_stock = 0;
  const waitsFor = async (sent: Promise<unknown>) =>
    (await Promise.race([untilLockWait(app.admin).then(() => 'a lock'), sent])) === 'a lock';
  for (const [what, change] of Object.entries(changes)) {
    const holder = await app.admin.connect();
    try {
      await holder.query('begin');
      await holder.query(lock, [shop.merchant_id, another.id, warehouse_id]);
      assert.equal(await waitsFor(change(product, ++min_stock)), false, `${what}: another product`);
      assert.equal(await waitsFor(load(shop, `sku,price\n${another.sku},${min_stock}`)), false, 'another field');
      await holder.query(lock, [shop.merchant_id, product.id, first]);
      const changed = change(product, ++min_stock);
      await untilLockWait(app.admin);
      await app.admin.query(`${lock} nowait`, [shop.merchant_id, product.id, second]);
      await holder.query('commit');
      assert.ok((await changed) < 300, what);
    } finally {
      holder.release();
    }
  }
});

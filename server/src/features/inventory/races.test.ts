import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { load } from '../../../../test/files.ts';
import { aProduct, aShop, aWarehouse } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { sendBeside, untilLockWait } from '../../../../test/waiting.ts';
import { adjustStock } from './adjust-stock.ts';
import { insertMissingLevels, updateReorderPoints } from './queries.ts';

const app = await createTestApp();
const shop = await aShop(app);
const { owner } = shop;
const other = await aWarehouse(shop, 'Other');

test('only one of twenty requests for the last unit succeeds', async () => {
  const product = await aProduct(shop, { stock: 1 });
  const body = { product_id: product.id, type: 'subtraction', quantity: 1 };
  const answers = await Promise.all(Array.from({ length: 20 }, () => owner.post('/inventory/adjustment', body)));
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  for (const { status, body } of answers) if (status !== 200) assert.equal(body.error.code, 'INSUFFICIENT_STOCK');
  assert.equal((await owner.get(`/products/${product.id}`)).body.data.stock, 0);
});

test('opposite concurrent transfers neither deadlock nor lose stock', async () => {
  const product_id = (await aProduct(shop, { stock: 30 })).id;
  const transfer = (from_warehouse: string, to_warehouse: string) =>
    owner.post('/inventory/transfer', { product_id, from_warehouse, to_warehouse, quantity: 2 });
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, at) =>
      at % 2 === 0 ? transfer(shop.warehouse_id, other) : transfer(other, shop.warehouse_id),
    ),
  );
  for (const { status, body } of answers) if (status !== 200) assert.equal(body.error.code, 'INSUFFICIENT_STOCK');
  const { data } = (await owner.get(`/inventory?product_id=${product_id}`)).body;
  assert.deepEqual(
    data.map(({ stock }: { stock: number }) => stock >= 0),
    [true, true],
  );
  assert.equal(data[0].stock + data[1].stock, 30);
});

test('many concurrent requests create one level', async () => {
  const product_id = (await aProduct(shop, { stock: 0 })).id;
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      owner.post('/inventory/adjustment', { product_id, warehouse_id: other, type: 'in', quantity: 1 }),
    ),
  );
  assert.ok(answers.every(({ status }) => status === 200));
  assert.equal((await owner.get(`/inventory?warehouse_id=${other}&product_id=${product_id}`)).body.data[0].stock, 10);
});

test('locks levels in the order of their keys, whatever the order in the request', async () => {
  const ids = [
    (await aProduct(shop, { stock: 5 })).id as string,
    (await aProduct(shop, { stock: 5 })).id as string,
  ].sort();
  const [first = '', second = ''] = ids;
  const lock = 'select from stock_levels where merchant_id = $1 and product_id = $2 for update';
  const holder = await app.admin.connect();
  try {
    await holder.query('begin');
    await holder.query(lock, [shop.merchant_id, first]);
    const items = [second, first].map((product_id) => ({ product_id, quantity: 1 }));
    const sale = owner.post('/transactions', { items, payment_method: 'cash' });
    await untilLockWait(app.admin);
    // The sale waits for the first level and has not locked the second.
    await app.admin.query(`${lock} nowait`, [shop.merchant_id, second]);
    await holder.query('commit');
    assert.equal((await sale).status, 201);
  } finally {
    holder.release();
  }
});

test('creates missing levels in the order of their keys, whatever the order in the request', async () => {
  const ids = [await aProduct(shop), await aProduct(shop)].map(({ id }): string => id).sort();
  const at = '2026-03-01T10:00:00.000Z';
  const [first, second] = ids.map((product_id) => ({ product_id, warehouse_id: other }));
  assert.ok(first && second);
  const holder = await app.admin.connect();
  const create = ({ product_id }: typeof first) =>
    holder.query(
      'insert into stock_levels (merchant_id, product_id, warehouse_id, updated_at) values ($1, $2, $3, now())',
      [shop.merchant_id, product_id, other],
    );
  try {
    await holder.query('begin');
    await create(first);
    const created = app.database.transaction(shop.merchant_id, (tx) => insertMissingLevels(tx, [second, first], at));
    await untilLockWait(app.admin);
    // The request waits for the first level and has not created the second, for which this would have to wait.
    await holder.query(`set local lock_timeout = '1ms'`);
    await create(second);
    await holder.query('commit');
    await created;
    const { rows } = await app.admin.query<{ is_kept: boolean }>(
      'select updated_at <> $3 as is_kept from stock_levels where merchant_id = $1 and warehouse_id = $2 and product_id = any($4)',
      [shop.merchant_id, other, at, ids],
    );
    assert.deepEqual(rows, [{ is_kept: true }, { is_kept: true }], 'the levels of the other transaction stay');
  } finally {
    holder.release();
  }
});

test('creating missing levels locks their products in the order of their ids, and no other product', async () => {
  const ids = [await aProduct(shop), await aProduct(shop), await aProduct(shop)].map(({ id }): string => id).sort();
  const [first = '', second = '', third = ''] = ids;
  const create = (...product_ids: string[]) => {
    const keys = product_ids.map((product_id) => ({ product_id, warehouse_id: other }));
    return app.database.transaction(shop.merchant_id, (tx) => insertMissingLevels(tx, keys, app.clock.now()));
  };
  const lock = 'select from products where merchant_id = $1 and id = $2 for update';
  const holder = await app.admin.connect();
  try {
    await holder.query('begin');
    await holder.query(lock, [shop.merchant_id, first]);
    assert.equal(await Promise.race([untilLockWait(app.admin), create(third)]), 1, 'waits for no other product');
    const created = create(second, first);
    await untilLockWait(app.admin);
    await app.admin.query(`${lock} nowait`, [shop.merchant_id, second]);
    await holder.query('commit');
    assert.equal(await created, 2);
  } finally {
    holder.release();
  }
});

test('a count sets the counted quantity, whatever moves just before', async () => {
  const count: Record<string, (product: { id: string; sku: string }) => Promise<{ status: number }>> = {
    'a change of the product': ({ id }) => owner.put(`/products/${id}`, { stock: 7 }),
    'an adjustment': ({ id: product_id }) =>
      owner.post('/inventory/adjustment', { product_id, type: 'adjustment', quantity: 7 }),
    'an item of the inventory': ({ id }) => owner.put(`/inventory/${id}`, { stock: 7 }),
    'an import': ({ sku }) => load(shop, `sku,stock\n${sku},7`),
  };
  for (const [what, send] of Object.entries(count)) {
    const product = await aProduct(shop, { stock: 5 });
    const { status } = await sendBeside(
      shop,
      (tx, ctx) => adjustStock(tx, ctx, { product_id: product.id, type: 'addition', quantity: 4 }),
      () => send(product),
    );
    assert.ok(status < 300, `${what}: ${status}`);
    assert.equal((await owner.get(`/products/${product.id}`)).body.data.stock, 7, what);
  }
});

test('changed reorder points lock levels in the order of their products, whatever their order in the table', async () => {
  const [first, second] = [await aProduct(shop, { stock: 1 }), await aProduct(shop, { stock: 1 })]
    .map(({ id }): string => id)
    .sort() as [string, string];
  const lock = (product_id: string) =>
    `select from stock_levels where merchant_id = '${shop.merchant_id}' and product_id = '${product_id}' for update`;
  // A changed row is stored behind the others.
  await owner.post('/inventory/adjustment', { product_id: first, type: 'addition', quantity: 1 });
  const holder = await app.admin.connect();
  try {
    await holder.query('begin');
    await holder.query(lock(first));
    const changed = app.database.transaction(shop.merchant_id, async (tx) => {
      // As in a shop whose products are mostly changed at once: the table is read as it is stored.
      for (const plan of ['indexscan', 'bitmapscan']) await tx.run(sql`set local ${sql.raw(`enable_${plan}`)} = off`);
      await updateReorderPoints(tx, [second, first]);
    });
    await untilLockWait(app.admin);
    assert.ok((await app.admin.query(`${lock(second)} nowait`)).rowCount);
    await holder.query('commit');
    await changed;
  } finally {
    holder.release();
  }
});

test('a change of stock in one warehouse does not wait for one of the same product in another', async () => {
  const { id: product_id } = await aProduct(shop, { stock: 9 });
  const move = { product_id, from_warehouse: shop.warehouse_id, to_warehouse: other, quantity: 3 };
  assert.equal((await owner.post('/inventory/transfer', move)).status, 200);
  const holder = await app.admin.connect();
  try {
    await holder.query('begin');
    await holder.query(
      'select from stock_levels where merchant_id = $1 and product_id = $2 and warehouse_id = $3 for update',
      [shop.merchant_id, product_id, other],
    );
    const sale = { items: [{ product_id, quantity: 1 }], payment_method: 'cash' };
    const sold = owner.post('/transactions', sale);
    assert.equal((await Promise.race([sold, untilLockWait(app.admin)]))?.status, 201);
  } finally {
    holder.release(true);
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct, aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { newId } from '../../core/ids.ts';

const app = await createTestApp();
const shop = await aShop(app, { timezone: 'Asia/Jakarta' });
const otherShop = await aShop(app);
const { owner } = shop;
// Sessions start before the clock is set back, because the database ends them by its own clock.
app.clock.set('2026-03-01T16:59:00Z');
const product = await aProduct(shop, { stock: 5 });
app.clock.set('2026-03-01T17:01:00Z');
await owner.post('/inventory/adjustment', { product_id: product.id, type: 'in', quantity: 1 });
app.clock.set('2026-03-02T17:01:00Z');
await owner.post('/inventory/adjustment', { product_id: product.id, type: 'out', quantity: 2 });

const typesOf = async (query: string) => {
  const { status, body, text } = await owner.get(`/inventory/movements?${query}`);
  assert.equal(status, 200, text);
  return body.data.map(({ type }: { type: string }) => type);
};

test('lists the newest movements first, in pages', async () => {
  const { body } = await owner.get('/inventory/movements?limit=2');
  assert.deepEqual(
    body.data.map(({ type, quantity, balance }: { type: string; quantity: number; balance: number }) => [
      type,
      quantity,
      balance,
    ]),
    [
      ['subtraction', -2, 4],
      ['addition', 1, 6],
    ],
  );
  assert.equal(body.meta.total, 3);
  assert.deepEqual(await typesOf(`limit=2&cursor=${body.meta.next_cursor}`), ['initial']);
});

test('a range includes both days, in the merchant’s time zone', async () => {
  assert.deepEqual(await typesOf('startDate=2026-03-01&endDate=2026-03-01'), ['initial']);
  assert.deepEqual(await typesOf('start_date=2026-03-02&end_date=2026-03-02'), ['addition']);
  assert.deepEqual(await typesOf('start_date=2026-03-02'), ['subtraction', 'addition']);
  assert.deepEqual(await typesOf('end_date=2026-03-01T17:00:00Z'), ['initial']);
});

test('filters by product, warehouse and type', async () => {
  assert.deepEqual(await typesOf(`type=initial&productId=${product.id}&warehouseId=${shop.warehouse_id}`), ['initial']);
  assert.deepEqual(await typesOf(`product_id=${newId()}`), []);
  assert.deepEqual(await typesOf(`warehouse_id=${newId()}`), []);
});

test('finds movements by each type name of an adjustment', async () => {
  for (const [word, type] of [
    ['in', 'addition'],
    ['addition', 'addition'],
    ['out', 'subtraction'],
    ['subtraction', 'subtraction'],
  ] as const)
    assert.deepEqual(await typesOf(`type=${word}`), [type], word);
  app.clock.set('2026-03-02T17:02:00Z');
  const counted = await aProduct(shop);
  await owner.post('/inventory/adjustment', { product_id: counted.id, type: 'adjustment', quantity: 3 });
  assert.deepEqual(await typesOf('type=adjustment'), ['adjustment']);
  // The following tests expect that this product is deleted.
  assert.equal((await owner.delete(`/products/${counted.id}`)).status, 200);
});

test('names each wrong filter in its spelling', async () => {
  const wrong = await owner.get('/inventory/movements?productId=x&type=lost&startDate=2026-02-30&page=0');
  assert.equal(wrong.status, 422);
  assert.deepEqual(wrong.body.error.details.map(({ field }: { field: string }) => field).sort(), [
    'page',
    'productId',
    'startDate',
    'type',
  ]);
  const reversed = await owner.get('/inventory/movements?startDate=2026-03-02&endDate=2026-03-01');
  assert.deepEqual([reversed.status, reversed.body.error.details[0].field], [422, 'startDate']);
});

test('does not show another merchant’s movements', async () => {
  const { body } = await otherShop.owner.get(`/inventory/movements?product_id=${product.id}`);
  assert.deepEqual([body.data, body.meta.total], [[], 0]);
});

test('each movement has product, warehouse and user, also if they were deleted', async () => {
  const parent = await aProduct(shop, { name: 'Shirt' });
  const variant = await owner.post(`/products/${parent.id}/variants`, {
    name: 'Large',
    sku: 'SHIRT-L',
    price: 1,
    stock: 3,
  });
  const readNames = async () => {
    const [movement] = (await owner.get(`/inventory/movements?product_id=${variant.body.data.id}`)).body.data;
    return [movement.product_name, movement.sku, movement.warehouse_name, movement.user_name];
  };
  const before = await readNames();
  assert.deepEqual([before[0], before[1], before[3]], ['Shirt - Large', 'SHIRT-L', 'Olivia Owner']);
  const levels = (await owner.get(`/inventory?product_id=${variant.body.data.id}`)).body.data;
  assert.equal(before[2], levels[0].warehouse_name);
  assert.equal((await owner.delete(`/products/${parent.id}`)).status, 200);
  assert.deepEqual(await readNames(), before);
});

test('a level with more reserved than on hand may rise, may be counted as expected, and may not fall', async () => {
  const here = await aShop(app);
  await here.owner.put('/merchant', { allow_negative_stock: true });
  const { id: product_id } = await aProduct(here, { stock: 2 });
  for (const quantity of [3, 1]) {
    const parked = await here.owner.post('/transactions', { items: [{ product_id, quantity }], status: 'pending' });
    assert.equal(parked.status, 201, parked.text);
  }
  await here.owner.put('/merchant', { allow_negative_stock: false });
  const count = (quantity: number) =>
    here.owner.post('/inventory/adjustment', { product_id, type: 'adjustment', quantity });
  const { status, body } = await count(2);
  assert.deepEqual([status, body.data?.movement, body.data?.level.available], [200, null, -2]);
  assert.equal((await count(1)).body.error.code, 'INSUFFICIENT_STOCK');
  const [level] = (await here.owner.get(`/inventory?product_id=${product_id}`)).body.data;
  assert.deepEqual([level.stock, level.reserved, level.available], [2, 4, -2]);
  assert.equal((await count(3)).body.data.level.available, -1);
});

test('names what cannot be moved beside a malformed field', async () => {
  const from_warehouse = shop.warehouse_id;
  const cases: [path: string, body: object, fields: string[]][] = [
    ['adjustment', { product_id: product.id, warehouse_id: from_warehouse, type: 'in', quantity: 1 }, []],
    ['adjustment', { product_id: product.id, type: 'adjustment', quantity: 0 }, []],
    [
      'adjustment',
      { product_id: newId(), warehouse_id: newId(), type: 'in', quantity: 0 },
      ['product_id', 'quantity', 'warehouse_id'],
    ],
    ['transfer', { product_id: product.id, from_warehouse, to_warehouse: from_warehouse }, ['to_warehouse']],
    ['transfer', { product_id: product.id, from_warehouse: newId(), to_warehouse: from_warehouse }, ['from_warehouse']],
  ];
  for (const [path, body, fields] of cases) {
    const answer = await owner.post(`/inventory/${path}`, { quantity: 1, ...body, reason: 5 });
    assert.equal(answer.status, 422, answer.text);
    const named = answer.body.error.details.map(({ field }: { field: string }) => field);
    assert.deepEqual(named.sort(), [...fields, 'reason'].sort(), JSON.stringify(body));
  }
});

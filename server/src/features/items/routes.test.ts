import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOf, type Reply } from '../../../../test/caller.ts';
import { aProduct, aShop, aStaffMember } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { newId } from '../../core/ids.ts';

const app = await createTestApp();
const shop = await aShop(app);
const otherShop = await aShop(app);
const { owner } = shop;

const codeOf = ({ body }: Reply) => body.error.code;
const typesOf = async (product_id: string) =>
  (await owner.get(`/inventory/movements?product_id=${product_id}`)).body.data.map(
    ({ type }: { type: string }) => type,
  );

let records = 0;
const aRecord = (fields: object = {}) => ({
  name: 'Tea',
  sku: `REC-${++records}`,
  price: 2.5,
  stock: 7,
  category: 'Drinks',
  ...fields,
});

const assertEmpty = ({ status, text, headers }: Reply) => {
  assert.deepEqual([status, text], [200, '']);
  assert.equal(headers['content-type'], undefined);
};

test('creates a record: a product, with its stock in the ledger', async () => {
  const ignored = { id: newId(), cost: 'x', parent_id: newId(), merchant_id: otherShop.merchant_id, createdAt: 'x' };
  const made = await owner.post('/inventory', aRecord({ sku: 'TEA-1', minStock: 3, ...ignored }));
  assert.equal(made.status, 201, made.text);
  const { id, createdAt, updatedAt, ...rest } = made.body;
  assert.deepEqual(rest, {
    success: true,
    name: 'Tea',
    sku: 'TEA-1',
    price: 2.5,
    stock: 7,
    minStock: 3,
    category: 'Drinks',
    status: 'active',
  });
  assert.equal(createdAt, updatedAt);
  assert.notEqual(id, ignored.id);
  const product = (await owner.get(`/products/${id}`)).body.data;
  assert.deepEqual([product.sku, product.min_stock, product.cost, product.created_at], ['TEA-1', 3, 0, createdAt]);
  assert.deepEqual(await typesOf(id), ['initial']);
  assert.deepEqual((await owner.get(`/inventory/${id.toUpperCase()}`)).body, made.body);
});

test('accepts min_stock, and returns null without a minimum', async () => {
  assert.equal((await owner.post('/inventory', aRecord({ min_stock: 4 }))).body.minStock, 4);
  assert.equal((await owner.post('/inventory', aRecord())).body.minStock, null);
});

test('names each wrong field in the client layer’s spelling', async () => {
  const empty = await owner.post('/inventory', {});
  assert.deepEqual([empty.status, codeOf(empty)], [422, 'VALIDATION_ERROR']);
  assert.deepEqual(fieldsOf(empty), ['category', 'name', 'price', 'sku', 'stock']);
  const wrong = await owner.post(
    '/inventory',
    aRecord({ price: '1', stock: -1, minStock: 1.5, status: 'gone', category: ' ' }),
  );
  assert.deepEqual(fieldsOf(wrong), ['category', 'minStock', 'price', 'status', 'stock']);
  assert.deepEqual(fieldsOf(await owner.post('/inventory', aRecord({ min_stock: -1 }))), ['min_stock']);
  assert.deepEqual(fieldsOf(await owner.post('/inventory', aRecord({ min_stock: 1, minStock: 2 }))), ['minStock']);
  assert.deepEqual(fieldsOf(await owner.post('/inventory', aRecord({ price: 1.001 }))), ['price']);
});

test('rejects a SKU in use until its product is deleted', async () => {
  const product = await aProduct(shop, { sku: 'TWIN' });
  const duplicate = await owner.post('/inventory', aRecord({ sku: 'TWIN' }));
  assert.deepEqual([duplicate.status, codeOf(duplicate), fieldsOf(duplicate)], [422, 'DUPLICATE', ['sku']]);
  assert.equal((await otherShop.owner.post('/inventory', aRecord({ sku: 'TWIN' }))).status, 201);
  assertEmpty(await owner.delete(`/inventory/${product.id}`));
  assert.equal((await owner.post('/inventory', aRecord({ sku: 'TWIN' }))).status, 201);
});

test('PUT and PATCH change the given fields, and return the record', async () => {
  const product = await aProduct(shop, { category: 'Old', stock: 10, cost: 4 });
  const put = await owner.put(`/inventory/${product.id}`, {
    price: 11,
    minStock: 2,
    category: 'New',
    cost: 9,
    track_stock: false,
  });
  assert.equal(put.status, 200, put.text);
  assert.deepEqual(
    [put.body.success, put.body.name, put.body.price, put.body.minStock, put.body.category],
    [true, product.name, 11, 2, 'New'],
  );
  const patched = await owner.patch(`/inventory/${product.id}`, {
    status: 'inactive',
    stock: 4,
    minStock: null,
    category: null,
  });
  assert.equal(patched.status, 200, patched.text);
  assert.deepEqual(await typesOf(product.id), ['adjustment', 'initial']);
  const shown = (await owner.get(`/products/${product.id}`)).body.data;
  assert.deepEqual(
    [shown.status, shown.stock, shown.min_stock, shown.category, shown.cost, shown.track_stock],
    ['inactive', 4, null, null, 4, true],
  );
  const record = (await owner.get(`/inventory/${product.id}`)).body;
  assert.deepEqual(patched.body, record);
  const { updatedAt: _, ...same } = record;
  const { updatedAt: __, ...again } = (await owner.put(`/inventory/${product.id}`, record)).body;
  assert.deepEqual(again, same);
  assert.equal((await owner.patch(`/inventory/${product.id}`, {})).status, 200);
  assert.deepEqual(fieldsOf(await owner.patch(`/inventory/${product.id}`, { name: '', minStock: -1, price: 0.001 })), [
    'minStock',
    'name',
  ]);
  const other = await aProduct(shop);
  assert.equal(codeOf(await owner.put(`/inventory/${product.id}`, { sku: other.sku })), 'DUPLICATE');
});

test('shows changes made by /products; a variant is a separate record', async () => {
  const { id } = (await owner.post('/inventory', aRecord({ category: 'Shirts' }))).body;
  assert.equal((await owner.put(`/products/${id}`, { name: 'Shirt', price: 5 })).status, 200);
  assert.equal((await owner.get(`/inventory/${id}`)).body.name, 'Shirt');
  const variant = (await owner.post(`/products/${id}/variants`, { name: 'Red', sku: 'SHIRT-R', price: 6, stock: 3 }))
    .body.data;
  const record = (await owner.get(`/inventory/${variant.id}`)).body;
  assert.deepEqual(
    [record.success, record.name, record.price, record.stock, record.category],
    [true, 'Red', 6, 3, 'Shirts'],
  );
  assert.equal((await owner.patch(`/inventory/${variant.id}`, { price: 7 })).body.price, 7);
  assert.equal((await owner.delete(`/products/${id}`)).status, 200);
  for (const deleted_id of [id, variant.id]) assert.equal((await owner.get(`/inventory/${deleted_id}`)).status, 404);
});

test('a sale reduces a record’s stock', async () => {
  const { id } = (await owner.post('/inventory', aRecord({ stock: 7 }))).body;
  const sale = await owner.post('/transactions', { items: [{ product_id: id, quantity: 2 }], payment_method: 'cash' });
  assert.equal(sale.status, 201, sale.text);
  assert.equal((await owner.get(`/inventory/${id}`)).body.stock, 5);
  assert.deepEqual(await typesOf(id), ['sale', 'initial']);
});

test('both APIs return 404 for a deleted record', async () => {
  const { id } = (await owner.post('/inventory', aRecord())).body;
  assertEmpty(await owner.delete(`/inventory/${id}`));
  assert.equal((await owner.get(`/products/${id}`)).status, 404);
  assert.equal((await owner.get(`/inventory/${id}`)).status, 404);
  assert.equal((await owner.put(`/inventory/${id}`, { price: 1 })).status, 404);
  assert.equal((await owner.delete(`/inventory/${id}`)).status, 404);
  const late = await owner.post('/inventory/stock/adjust', { productId: id, quantity: 1, type: 'in' });
  assert.deepEqual([codeOf(late), fieldsOf(late)], ['VALIDATION_ERROR', ['productId']]);
});

test('bulk-delete deletes variants, skips unknown ids, and may be repeated', async () => {
  const [one, two, kept] = [await aProduct(shop), await aProduct(shop), await aProduct(shop)];
  const otherProduct = await aProduct(otherShop);
  const variant = (await owner.post(`/products/${one.id}/variants`, { name: 'A', sku: 'BULK-A', price: 1 })).body.data;
  const ids = [one.id, two.id, two.id.toUpperCase(), otherProduct.id, newId()];
  assertEmpty(await owner.post('/inventory/bulk-delete', { ids }));
  assertEmpty(await owner.post('/inventory/bulk-delete', { ids }));
  for (const { id } of [one, two, variant]) assert.equal((await owner.get(`/inventory/${id}`)).status, 404);
  assert.equal((await owner.get(`/inventory/${kept.id}`)).status, 200);
  assert.equal((await otherShop.owner.get(`/inventory/${otherProduct.id}`)).status, 200);
});

test('bulk-delete is limited, and names a malformed id', async () => {
  const many = (count: number) => owner.post('/inventory/bulk-delete', { ids: Array.from({ length: count }, newId) });
  assertEmpty(await many(1_000));
  for (const refused of [await many(0), await many(1_001), await owner.post('/inventory/bulk-delete', {})])
    assert.deepEqual([refused.status, fieldsOf(refused)], [422, ['ids']]);
  assert.deepEqual(fieldsOf(await owner.post('/inventory/bulk-delete', { ids: [newId(), 'x', 7] })), [
    'ids[1]',
    'ids[2]',
  ]);
});

test('does not find another merchant’s record', async () => {
  const { id } = await aProduct(otherShop);
  for (const answer of [
    await owner.get(`/inventory/${id}`),
    await owner.put(`/inventory/${id}`, { price: 1 }),
    await owner.patch(`/inventory/${id}`, { price: 1 }),
    await owner.delete(`/inventory/${id}`),
    await owner.get('/inventory/not-an-id'),
  ])
    assert.equal(answer.status, 404);
  assert.equal((await otherShop.owner.get(`/inventory/${id}`)).body.price, 10);
});

test('a cashier can only read; a stock clerk cannot change the catalogue', async () => {
  const product = await aProduct(shop, { cost: 3.33 });
  const operations = (caller: typeof owner) => ({
    create: () => caller.post('/inventory', aRecord()),
    put: () => caller.put(`/inventory/${product.id}`, { price: 1 }),
    patch: () => caller.patch(`/inventory/${product.id}`, { price: 1 }),
    delete: () => caller.delete(`/inventory/${product.id}`),
    bulk: () => caller.post('/inventory/bulk-delete', { ids: [product.id] }),
  });
  for (const role of ['cashier', 'viewer', 'stock_clerk'] as const) {
    const member = await aStaffMember(shop, role);
    for (const path of ['/inventory?page=1', `/inventory/${product.id}`]) {
      const { status, text } = await member.get(path);
      assert.equal(status, 200);
      assert.ok(!text.includes('cost') && !text.includes('3.33'), path);
    }
    for (const send of Object.values(operations(member))) assert.equal((await send()).status, 403);
    const adjusted = await member.post('/inventory/stock/adjust', { productId: product.id, quantity: 1, type: 'in' });
    assert.equal(adjusted.status, role === 'stock_clerk' ? 200 : 403);
    const transfer = await member.post('/inventory/stock/transfer', {});
    assert.equal(transfer.status, role === 'stock_clerk' ? 422 : 403);
  }
});

test('a repeated request creates a record once, and replays the response of a deletion', async () => {
  const body = aRecord();
  const first = await owner.post('/inventory', body, { 'idempotency-key': 'r1' });
  const second = await owner.post('/inventory', body, { 'idempotency-key': 'r1' });
  assert.deepEqual([second.status, second.text, second.headers['idempotent-replayed']], [201, first.text, 'true']);
  const ids = [first.body.id];
  assertEmpty(await owner.post('/inventory/bulk-delete', { ids }, { 'idempotency-key': 'r2' }));
  const replayed = await owner.post('/inventory/bulk-delete', { ids }, { 'idempotency-key': 'r2' });
  assertEmpty(replayed);
  assert.equal(replayed.headers['idempotent-replayed'], 'true');
});

test('concurrent requests with the same SKU in both APIs create one product', async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      owner.post(at % 2 === 0 ? '/inventory' : '/products', aRecord({ sku: 'RACE' })),
    ),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array(9).fill(422)]);
  for (const answer of answers.filter(({ status }) => status === 422)) assert.equal(codeOf(answer), 'DUPLICATE');
});

test('concurrent deletions of the same records in any order neither deadlock nor fail', async () => {
  const ids: string[] = [];
  for (let at = 0; at < 6; at += 1) ids.push((await aProduct(shop)).id);
  const variant = (await owner.post(`/products/${ids[0]}/variants`, { name: 'V', sku: 'DEAD-V', price: 1 })).body.data
    .id;
  const orders = Array.from({ length: 8 }, (_, at) => [...ids.slice(at % 6), ...ids.slice(0, at % 6), variant]);
  const answers = await Promise.all(orders.map((order) => owner.post('/inventory/bulk-delete', { ids: order })));
  answers.forEach(assertEmpty);
});

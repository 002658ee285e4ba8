import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOf } from '../../../../test/caller.ts';
import { aProduct, aShop, aStaffMember, aWarehouse } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { newId } from '../../core/ids.ts';

const app = await createTestApp();
const shop = await aShop(app);
const otherShop = await aShop(app);
const { owner } = shop;

test('creates a product, with its stock in the ledger', async () => {
  const answer = await owner.post('/products', {
    sku: ' TEA-1 ',
    name: 'Tea',
    price: 12.5,
    cost: 4.25,
    stock: 7,
    category: 'Drinks',
    barcode: '401234',
    min_stock: 3,
    tax_rate: 7.7,
    unit: 'box',
    images: ['https://example.com/tea.png'],
    id: newId(),
    parent_id: (await aProduct(shop)).id,
    merchant_id: otherShop.merchant_id,
  });
  assert.equal(answer.status, 201, answer.text);
  const { id, created_at, updated_at, ...rest } = answer.body.data;
  assert.equal(created_at, updated_at);
  assert.deepEqual(rest, {
    sku: 'TEA-1',
    name: 'Tea',
    description: '',
    category: 'Drinks',
    price: 12.5,
    cost: 4.25,
    stock: 7,
    status: 'active',
    images: ['https://example.com/tea.png'],
    barcode: '401234',
    min_stock: 3,
    tax_rate: 7.7,
    track_stock: true,
    unit: 'box',
  });
  const { body } = await owner.get(`/inventory/movements?product_id=${id}`);
  assert.deepEqual(
    body.data.map((row: { type: string; quantity: number; balance: number }) => [row.type, row.quantity, row.balance]),
    [['initial', 7, 7]],
  );
});

test('returns the product without an envelope for `Prefer: return=representation`', async () => {
  const prefer = { prefer: 'respond-async, return=representation' };
  const made = await owner.post('/products', { sku: 'FLAT', name: 'Flat', price: 1 }, prefer);
  assert.equal(made.status, 201);
  assert.equal(made.headers['preference-applied'], 'return=representation');
  assert.equal(made.body.success, true);
  assert.equal(made.body.sku, 'FLAT');
  assert.equal(made.body.data, undefined);
  const changed = await owner.put(`/products/${made.body.id}`, { price: 2 }, prefer);
  assert.equal(changed.body.price, 2);
  assert.equal(changed.body.name, 'Flat');
  const refused = await owner.post('/products', { sku: 'FLAT', name: 'Flat', price: 1 }, prefer);
  assert.equal(refused.status, 422);
  assert.equal(refused.headers['preference-applied'], undefined);
});

test('a replayed response has its original form; a request for the other form with the same key is a conflict', async () => {
  const flat = { 'idempotency-key': 'flat', prefer: 'return=representation' };
  const made = await owner.post('/products', { sku: 'AGAIN', name: 'Again', price: 1 }, flat);
  const again = await owner.post('/products', { sku: 'AGAIN', name: 'Again', price: 1 }, flat);
  assert.equal(again.text, made.text);
  assert.equal(again.headers['preference-applied'], 'return=representation');
  const other = await owner.post('/products', { sku: 'AGAIN', name: 'Again', price: 1 }, { 'idempotency-key': 'flat' });
  assert.equal(other.body.error.code, 'IDEMPOTENCY_CONFLICT');
});

test('reports every wrong field', async () => {
  const missing = await owner.post('/products', { price: '12', status: 'gone', images: ['ftp://x'], min_stock: -1 });
  assert.equal(missing.status, 422);
  assert.deepEqual(fieldsOf(missing), ['images[0]', 'min_stock', 'name', 'price', 'sku', 'status']);
  const tooManyDecimals = await owner.post('/products', {
    sku: 'x',
    name: 'x',
    price: 1.001,
    cost: 1.001,
    track_stock: false,
    stock: 1,
  });
  assert.equal(tooManyDecimals.body.error.code, 'VALIDATION_ERROR');
  assert.deepEqual(fieldsOf(tooManyDecimals), ['cost', 'price', 'stock']);
});

test('an image must be a complete, printable address', async () => {
  for (const image of [
    'https://a.example/\0',
    'https://a.example/\n',
    'https://a.example/\ud800',
    'https://',
    'data:,x',
    '/x.png',
  ]) {
    const answer = await owner.post('/products', { sku: 'IMAGE', name: 'x', price: 1, images: [image] });
    assert.deepEqual([answer.status, fieldsOf(answer)], [422, ['images[0]']], JSON.stringify(image));
  }
  const images = ['HTTPS://a.example/x.png', 'https://a.example/žluť.png'];
  assert.deepEqual(
    (await owner.post('/products', { sku: 'IMAGE', name: 'x', price: 1, images })).body.data.images,
    images,
  );
});

test('a SKU or barcode must be unique among the merchant’s products that are not deleted', async () => {
  const first = await aProduct(shop, { sku: 'TWIN', barcode: '777' });
  const sku = await owner.post('/products', { sku: 'TWIN', name: 'x', price: 1 });
  assert.equal(sku.status, 422);
  assert.equal(sku.body.error.code, 'DUPLICATE');
  assert.deepEqual(fieldsOf(sku), ['sku']);
  assert.deepEqual(fieldsOf(await owner.post('/products', { sku: 'TWIN-2', name: 'x', price: 1, barcode: '777' })), [
    'barcode',
  ]);
  assert.deepEqual(fieldsOf(await owner.post(`/products/${first.id}/variants`, { sku: 'TWIN', name: 'x', price: 1 })), [
    'sku',
  ]);
  await aProduct(otherShop, { sku: 'TWIN', barcode: '777' });
  assert.equal((await owner.delete(`/products/${first.id}`)).status, 200);
  await aProduct(shop, { sku: 'TWIN', barcode: '777' });
});

test('changes the given fields, and returns them', async () => {
  const product = await aProduct(shop, { category: 'Old' });
  const answer = await owner.put(`/products/${product.id}`, {
    price: 11,
    category: 'New',
    merchant_id: newId(),
    created_at: 'x',
  });
  assert.equal(answer.status, 200);
  const { updated_at, ...data } = answer.body.data;
  assert.deepEqual(data, { id: product.id, price: 11, category: 'New' });
  assert.ok(updated_at >= product.updated_at);
  const nothing = await owner.patch(`/products/${product.id}`, {});
  assert.deepEqual(Object.keys(nothing.body.data).sort(), ['id', 'updated_at']);
  const shown = (await owner.get(`/products/${product.id}`)).body.data;
  assert.equal(shown.name, product.name);
  assert.equal((await owner.put(`/products/${product.id}`, shown)).status, 200);
});

test('a changed stock is a counted total, and adjusts the default warehouse', async () => {
  const product = await aProduct(shop, { stock: 10 });
  const { body } = await owner.put(`/products/${product.id}`, { stock: 4 });
  assert.equal(body.data.stock, 4);
  const [movement] = (await owner.get(`/inventory/movements?product_id=${product.id}`)).body.data;
  assert.deepEqual([movement.type, movement.quantity, movement.balance], ['adjustment', -6, 4]);
  await owner.put(`/products/${product.id}`, { stock: 4 });
  assert.equal((await owner.get(`/inventory/movements?product_id=${product.id}`)).body.meta.total, 2);
});

test('does not subtract the stock of other warehouses from the default warehouse', async () => {
  const product = await aProduct(shop, { stock: 10 });
  const warehouse = await aWarehouse(shop, 'Attic');
  const moved = { product_id: product.id, from_warehouse: shop.warehouse_id, to_warehouse: warehouse, quantity: 8 };
  assert.equal((await owner.post('/inventory/transfer', moved)).status, 200);
  const short = await owner.put(`/products/${product.id}`, { name: 'Other', stock: 7 });
  assert.equal(short.status, 422);
  assert.equal(short.body.error.code, 'INSUFFICIENT_STOCK');
  assert.deepEqual(fieldsOf(short), ['stock']);
  const shown = (await owner.get(`/products/${product.id}`)).body.data;
  assert.deepEqual([shown.name, shown.stock], [product.name, 10]);
  assert.equal((await owner.put(`/products/${product.id}`, { stock: 9 })).status, 200);
});

test('rejects a stock for a product whose stock is not tracked', async () => {
  const product = await aProduct(shop, { track_stock: false, stock: 0 });
  assert.equal((await owner.put(`/products/${product.id}`, { stock: 0 })).status, 200);
  const refused = await owner.put(`/products/${product.id}`, { stock: 1 });
  assert.equal(refused.body.error.code, 'INVALID_STATE');
  assert.equal((await owner.put(`/products/${product.id}`, { stock: 1, track_stock: true })).body.data.stock, 1);
});

test('a variant has its own SKU, and is returned with its product and by its own id', async () => {
  const product = await aProduct(shop, { name: 'Shirt', category: 'Clothes' });
  const answer = await owner.post(`/products/${product.id}/variants`, {
    name: 'Red',
    sku: 'SHIRT-R',
    price: 12,
    stock: 3,
  });
  assert.equal(answer.status, 201);
  const variant = answer.body.data;
  assert.deepEqual(
    [variant.product_id, variant.name, variant.sku, variant.price, variant.stock],
    [product.id, 'Red', 'SHIRT-R', 12, 3],
  );
  const shown = (await owner.get(`/products/${product.id}`)).body.data;
  assert.equal(shown.stock, 100);
  assert.deepEqual(shown.variants, [variant]);
  const single = (await owner.get(`/products/${variant.id}`)).body.data;
  assert.deepEqual([single.parent_id, single.category, single.variants], [product.id, 'Clothes', []]);
  const level = (await owner.get(`/inventory?product_id=${variant.id}`)).body.data[0];
  assert.equal(level.product_name, 'Shirt - Red');
  const below = await owner.post(`/products/${variant.id}/variants`, { name: 'S', sku: 'SHIRT-R-S', price: 12 });
  assert.equal(below.body.error.code, 'INVALID_STATE');
  assert.deepEqual(fieldsOf(await owner.post(`/products/${product.id}/variants`, {})), ['name', 'price', 'sku']);
  assert.equal((await owner.post(`/products/${newId()}/variants`, { name: 'S', sku: 'X', price: 1 })).status, 404);
});

test('a variant that is deleted with its product keeps the time of its own deletion', async () => {
  const product = await aProduct(shop);
  const aVariant = async (sku: string): Promise<string> =>
    (await owner.post(`/products/${product.id}/variants`, { name: sku, sku, price: 1 })).body.data.id;
  const [early, late] = [await aVariant('EARLY'), await aVariant('LATE')];
  const deletedAt = async (id: string): Promise<Date> =>
    (await app.admin.query('select deleted_at from products where id = $1', [id])).rows[0].deleted_at;
  await owner.delete(`/products/${early}`);
  const before = await deletedAt(early);
  app.clock.advance(1_000);
  await owner.delete(`/products/${product.id}`);
  assert.deepEqual(await deletedAt(early), before);
  assert.notDeepEqual(await deletedAt(late), before);
});

test('deleting a product deletes its variants, and frees their SKUs', async () => {
  const product = await aProduct(shop, { sku: 'GONE' });
  const { body } = await owner.post(`/products/${product.id}/variants`, { name: 'A', sku: 'GONE-A', price: 1 });
  const answer = await owner.delete(`/products/${product.id}`);
  assert.equal(answer.status, 200);
  assert.deepEqual(Object.keys(answer.body), ['success', 'message']);
  for (const id of [product.id, body.data.id]) {
    assert.equal((await owner.get(`/products/${id}`)).status, 404);
    assert.equal((await owner.put(`/products/${id}`, { price: 1 })).status, 404);
    assert.equal((await owner.delete(`/products/${id}`)).status, 404);
    assert.deepEqual((await owner.get(`/inventory?product_id=${id}`)).body.data, []);
  }
  assert.equal((await owner.get('/products?search=GONE')).body.meta.total, 0);
  await aProduct(shop, { sku: 'GONE-A' });
});

test('does not find another merchant’s product', async () => {
  const { id } = await aProduct(otherShop);
  assert.equal((await owner.get(`/products/${id}`)).status, 404);
  assert.equal((await owner.put(`/products/${id}`, { price: 1 })).status, 404);
  assert.equal((await owner.delete(`/products/${id}`)).status, 404);
  assert.equal((await owner.post(`/products/${id}/variants`, { name: 'x', sku: 'x', price: 1 })).status, 404);
  assert.equal((await owner.get('/products/not-an-id')).status, 404);
  assert.equal((await otherShop.owner.get(`/products/${id}`)).body.data.price, 10);
});

test('a cashier can read but not change products, and sees no cost', async () => {
  const cashier = await aStaffMember(shop, 'cashier');
  // A number that cannot be part of a timestamp.
  const product = await aProduct(shop, { cost: 7654.32 });
  await owner.post(`/products/${product.id}/variants`, { name: 'A', sku: 'COST-A', price: 1, cost: 7654.32 });
  for (const path of [
    `/products/${product.id}`,
    '/products',
    '/inventory',
    `/inventory/movements?product_id=${product.id}`,
    '/categories',
  ]) {
    const { status, text } = await cashier.get(path);
    assert.equal(status, 200);
    assert.ok(!text.includes('cost') && !text.includes('7654.32'), path);
  }
  const sorted = await cashier.get('/products?sort=-cost');
  assert.equal(sorted.status, 422);
  assert.deepEqual(fieldsOf(sorted), ['sort']);
  assert.equal((await cashier.post('/products', { sku: 'c', name: 'c', price: 1 })).status, 403);
  assert.equal(
    (await cashier.put(`/products/${product.id}`, { price: 1 }, { prefer: 'return=representation' })).status,
    403,
  );
  assert.equal((await cashier.delete(`/products/${product.id}`)).status, 403);
  assert.equal((await cashier.post(`/products/${product.id}/variants`, { sku: 'c', name: 'c', price: 1 })).status, 403);
  assert.equal((await (await aStaffMember(shop, 'viewer')).get(`/products/${product.id}`)).body.data.cost, 7654.32);
});

test('a repeated request with the same key creates one product', async () => {
  const body = { sku: 'ONCE', name: 'Once', price: 1, stock: 2 };
  const first = await owner.post('/products', body, { 'idempotency-key': 'p1' });
  const second = await owner.post('/products', body, { 'idempotency-key': 'p1' });
  assert.equal(second.status, 201);
  assert.equal(second.text, first.text);
});

test('finds a product by its id in capital letters', async () => {
  const shop = await aShop(app);
  const { id } = await aProduct(shop);
  const found = await shop.owner.get(`/products/${id.toUpperCase()}`);
  assert.deepEqual([found.status, found.body.data?.id], [200, id]);
});

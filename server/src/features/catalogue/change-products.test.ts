import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct, aShop, aStaffMember } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();
const shop = await aShop(app);
const { owner } = shop;

const change = (ids: readonly string[], changes: object) => owner.post('/products/bulk-update', { ids, changes });
const read = async (id: string) => (await owner.get(`/products/${id}`)).body.data;

test('changes many products in one transaction, and returns how many had other values', async () => {
  const [tea, coffee, cocoa] = [
    await aProduct(shop, { name: 'Tea', status: 'inactive', category: 'Hot' }),
    await aProduct(shop, { name: 'Coffee', unit: 'bag' }),
    await aProduct(shop, { name: 'Cocoa' }),
  ];
  const answer = await change([tea.id, coffee.id], {
    status: 'inactive',
    category: 'Drinks',
    tax_rate: 7,
    min_stock: 4,
    price: 2.5,
  });
  assert.deepEqual([answer.status, answer.body.data], [200, { found: 2, changed: 2 }], answer.text);
  for (const { id } of [tea, coffee]) {
    const { status, category, tax_rate, min_stock, price } = await read(id);
    assert.deepEqual(
      { status, category, tax_rate, min_stock, price },
      { status: 'inactive', category: 'Drinks', tax_rate: 7, min_stock: 4, price: 2.5 },
    );
  }
  assert.deepEqual([(await read(coffee.id)).unit, (await read(cocoa.id)).status], ['bag', 'active']);
  assert.deepEqual((await change([tea.id, cocoa.id], { status: 'inactive' })).body.data, { found: 2, changed: 1 });
  await change([tea.id], { category: null });
  assert.deepEqual([(await read(tea.id)).category, (await read(coffee.id)).category], [null, 'Drinks']);
});

test('emits and audits each change with the previous values; skips products without a change', async () => {
  const [one, other] = [
    await aProduct(shop, { name: 'One', price: 1 }),
    await aProduct(shop, { name: 'Other', price: 2 }),
  ];
  await change([one.id, other.id], { price: 2, category: 'Sale' });
  const { body } = await owner.get(`/audit?action=product.updated&subject_id=${one.id}`);
  assert.deepEqual(
    [body.data[0].before, body.data[0].after],
    [
      { price: 1, category: null },
      { price: 2, category: 'Sale' },
    ],
  );
  const { total } = (await owner.get(`/audit?action=product.updated&subject_id=${other.id}`)).body.meta;
  await change([one.id, other.id], { price: 2 });
  assert.equal((await owner.get(`/audit?action=product.updated&subject_id=${other.id}`)).body.meta.total, total);
});

test('changes and deletes more products than are in memory at once, each with one event', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 101; count += 1) ids.push((await aProduct(shop)).id);
  const twice = [...ids, ...ids.map((id) => id.toUpperCase())];
  const answer = await change(twice, { category: 'Made by the first of them', price: 3 });
  assert.deepEqual(answer.body.data, { found: 101, changed: 101 });
  assert.deepEqual((await change(ids, { price: 3 })).body.data, { found: 101, changed: 0 });
  const { rows } = await app.admin.query(
    `select type, count(*)::int as events, count(distinct subject_id)::int as subjects from events
     where subject_id = any($1) and type like 'product.%' and type <> 'product.created' group by type`,
    [ids],
  );
  assert.deepEqual(rows, [{ type: 'product.updated', events: 101, subjects: 101 }]);
  const deleted = await owner.post('/inventory/bulk-delete', { ids });
  assert.equal(deleted.status, 200, deleted.text);
  const gone = await app.admin.query(`select from events where subject_id = any($1) and type = 'product.deleted'`, [
    ids,
  ]);
  assert.equal(gone.rowCount, 101);
});

test('accepts variants, which stay in their product’s category', async () => {
  const shirt = await aProduct(shop, { name: 'Shirt', category: 'Clothes' });
  const small = (await owner.post(`/products/${shirt.id}/variants`, { name: 'S', sku: 'SHIRT-S', price: 9 })).body.data;
  assert.deepEqual((await change([small.id], { category: 'Food', price: 8 })).body.data, { found: 1, changed: 1 });
  const { category, variants } = await read(shirt.id);
  assert.deepEqual([category, variants[0].price], ['Clothes', 8]);
  // No product uses the category, so it is not created.
  const { body } = await owner.get('/categories');
  assert.ok(!body.data.some(({ name }: { name: string }) => name === 'Food'));
});

test('skips unknown products and those of another merchant', async () => {
  const ownProduct = await aProduct(shop, {});
  const otherShop = await aShop(app);
  const otherProduct = await aProduct(otherShop, { price: 5 });
  const deleted = await aProduct(shop, {});
  await owner.delete(`/products/${deleted.id}`);
  const answer = await change([ownProduct.id, otherProduct.id, deleted.id, ownProduct.id], { price: 7 });
  assert.deepEqual(answer.body.data, { found: 1, changed: 1 });
  assert.equal((await otherShop.owner.get(`/products/${otherProduct.id}`)).body.data.price, 5);
  assert.deepEqual((await change([otherProduct.id], { category: 'Unused' })).body.data, { found: 0, changed: 0 });
});

test('rejects an invalid value with its field, and changes nothing', async () => {
  const tea = await aProduct(shop, { price: 3 });
  for (const [changes, field] of [
    [{ price: 1.005, status: 'inactive' }, 'changes.price'],
    [{ tax_rate: 1.00001, status: 'inactive' }, 'changes.tax_rate'],
    [{ price: -1 }, 'changes.price'],
    [{ status: 'sold' }, 'changes.status'],
    [{}, 'changes'],
  ] as const) {
    const { status, body } = await change([tea.id], changes);
    assert.deepEqual([status, body.error.details[0].field], [422, field], JSON.stringify(body));
  }
  assert.equal((await change([], { price: 1 })).body.error.details[0].field, 'ids');
  assert.equal((await change(Array(1_001).fill(tea.id), { price: 1 })).status, 422);
  const { price, status } = await read(tea.id);
  assert.deepEqual([price, status], [3, 'active']);
});

test('a role that may not change a product may not change many', async () => {
  const tea = await aProduct(shop, {});
  for (const role of ['cashier', 'stock_clerk', 'viewer'] as const) {
    const member = await aStaffMember(shop, role);
    assert.equal((await member.post('/products/bulk-update', { ids: [tea.id], changes: { price: 0 } })).status, 403);
  }
});

test('concurrent changes of the same products wait for each other, in any order of the ids', async () => {
  const ids = await Promise.all(Array.from({ length: 12 }, async () => (await aProduct(shop, {})).id));
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      change(at % 2 ? ids : [...ids].reverse(), { price: at + 1, category: `Race ${at % 3}` }),
    ),
  );
  assert.deepEqual(
    answers.map(({ status }) => status),
    Array(12).fill(200),
  );
  const left = await Promise.all(ids.map(read));
  assert.equal(new Set(left.map(({ price, category }) => `${price} ${category}`)).size, 1);
});

test('a product that was sold below 0 can be sent back as it was read', async () => {
  const product = await aProduct(shop, { stock: 1 });
  const put = (stock: number) => owner.put(`/products/${product.id}`, { name: 'Renamed', stock });
  const refused = await put(-1);
  assert.deepEqual(
    [refused.status, refused.body.error.details],
    [422, [{ field: 'stock', message: 'must be at least 0' }]],
  );
  await owner.put('/merchant', { allow_negative_stock: true });
  const items = [{ product_id: product.id, quantity: 3 }];
  assert.equal((await owner.post('/transactions', { items, payment_method: 'cash' })).status, 201);
  await owner.put('/merchant', { allow_negative_stock: false });
  assert.equal((await put(-2)).status, 200);
  assert.deepEqual([(await read(product.id)).stock, (await read(product.id)).name], [-2, 'Renamed']);
  assert.equal((await put(-3)).status, 422);
  const record = await owner.put(`/inventory/${product.id}`, { name: 'As a record', stock: -2 });
  assert.equal(record.status, 200, record.text);
});

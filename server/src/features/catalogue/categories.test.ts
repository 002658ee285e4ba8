import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from '../../../../test/files.ts';
import { aProduct, aShop, aStaffMember, forgetEvents } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { newId } from '../../core/ids.ts';
import { productsPerTransaction } from './categories.ts';

const app = await createTestApp();

test('creates, renames and deletes a category, and its products stay', async () => {
  const shop = await aShop(app);
  const { owner } = shop;
  const made = await owner.post('/categories', { name: ' Drinks ' });
  assert.equal(made.status, 201);
  assert.deepEqual([made.body.data.name, made.body.data.product_count], ['Drinks', 0]);
  const { id } = made.body.data;
  const product = await aProduct(shop, { category: 'DRINKS' });
  assert.equal(product.category, 'Drinks');
  const renamed = await owner.put(`/categories/${id}`, { name: 'Beverages' });
  assert.deepEqual([renamed.status, renamed.body.data.name, renamed.body.data.product_count], [200, 'Beverages', 1]);
  assert.equal((await owner.get(`/products/${product.id}`)).body.data.category, 'Beverages');
  const removed = await aProduct(shop, { category: 'Beverages' });
  await owner.delete(`/products/${removed.id}`);
  assert.equal((await owner.get('/categories')).body.data[0].product_count, 1, 'a deleted product does not count');
  const deleted = await owner.delete(`/categories/${id}`);
  assert.deepEqual([deleted.status, deleted.body.success], [200, true]);
  assert.equal((await owner.get(`/products/${product.id}`)).body.data.category, null);
  assert.equal((await owner.delete(`/categories/${id}`)).status, 404);
  assert.equal((await owner.put(`/categories/${id}`, { name: 'x' })).status, 404);
});

test('lists categories by name in pages', async () => {
  const { owner } = await aShop(app);
  for (const name of ['cherry', 'Apple', 'banana']) await owner.post('/categories', { name });
  const first = await owner.get('/categories?limit=2');
  const second = await owner.get(`/categories?limit=2&cursor=${first.body.meta.next_cursor}`);
  assert.deepEqual(
    [...first.body.data, ...second.body.data].map(({ name }) => name),
    ['Apple', 'banana', 'cherry'],
  );
  assert.equal(first.body.meta.total, 3);
});

test('treats names as equal in any case', async () => {
  const { owner } = await aShop(app);
  const { id } = (await owner.post('/categories', { name: 'Été' })).body.data;
  const duplicate = await owner.post('/categories', { name: 'ÉTÉ' });
  assert.equal(duplicate.status, 422);
  assert.equal(duplicate.body.error.code, 'DUPLICATE');
  const other = (await owner.post('/categories', { name: 'Winter' })).body.data;
  assert.equal((await owner.put(`/categories/${other.id}`, { name: 'été' })).body.error.code, 'DUPLICATE');
  assert.equal((await owner.put(`/categories/${id}`, { name: 'ÉTÉ' })).status, 200);
  assert.equal((await owner.post('/categories', { name: ' ' })).status, 422);
  assert.equal((await owner.put(`/categories/${id}`, {})).status, 422);
});

test('creates one category, with one event, for two spellings of a name', async () => {
  const shop = await aShop(app);
  const { body } = await load(shop, 'sku,name,price,category\nT1,Tea,1,Teas\nT2,Tea,1,TEAS');
  assert.deepEqual(body.errors, []);
  const { data } = (await shop.owner.get('/categories')).body;
  assert.deepEqual(
    data.map(({ name, product_count }: { name: string; product_count: number }) => [name, product_count]),
    [['Teas', 2]],
  );
  const events = (await shop.owner.get('/events?types=category.*')).body.data;
  assert.deepEqual(
    events.map(({ type, data: { id } }: { type: string; data: { id: string } }) => [type, id]),
    [['category.created', data[0].id]],
  );
});

test('a product in an existing category does not write the category’s row, so that no other change waits', async () => {
  const shop = await aShop(app);
  const { id } = (await shop.owner.post('/categories', { name: 'Teas' })).body.data;
  const version = async () => (await app.admin.query('select xmin from categories where id = $1', [id])).rows;
  const before = await version();
  await aProduct(shop, { category: 'TEAS' });
  assert.deepEqual((await load(shop, 'sku,name,price,category\nT1,Tea,1,Teas\nN1,Nut,1,Nuts')).body.errors, []);
  assert.deepEqual(await version(), before);
});

test('other merchants do not see a category, and only permitted roles change it', async () => {
  const shop = await aShop(app);
  const otherShop = await aShop(app);
  const { id } = (await shop.owner.post('/categories', { name: 'Mine' })).body.data;
  assert.deepEqual((await otherShop.owner.get('/categories')).body.data, []);
  assert.equal((await otherShop.owner.put(`/categories/${id}`, { name: 'x' })).status, 404);
  assert.equal((await otherShop.owner.delete(`/categories/${id}`)).status, 404);
  assert.equal((await shop.owner.delete(`/categories/${newId()}`)).status, 404);
  const clerk = await aStaffMember(shop, 'stock_clerk');
  assert.equal((await clerk.get('/categories')).status, 200);
  assert.equal((await clerk.post('/categories', { name: 'x' })).status, 403);
  assert.equal((await clerk.put(`/categories/${id}`, { name: 'x' })).status, 403);
  assert.equal((await clerk.delete(`/categories/${id}`)).status, 403);
});

test('deletes a category with more products than fit in one transaction, and emits an event for each product', async () => {
  const shop = await aShop(app);
  const { id } = (await shop.owner.post('/categories', { name: 'Huge' })).body.data;
  const many = 2 * productsPerTransaction + 1;
  await app.admin.query(
    `insert into products (merchant_id, id, sku, name, price, category_id, created_at, updated_at)
     select $1, gen_random_uuid(), 'P' || n, 'P' || n, 1, $2, now(), now() from generate_series(1, $3::int) n`,
    [shop.merchant_id, id, many],
  );
  await forgetEvents(shop);
  assert.equal((await shop.owner.delete(`/categories/${id}`)).status, 200);
  const { rows } = await app.admin.query(
    `select count(*)::int as events, count(distinct subject_id)::int as products
     from events where merchant_id = $1 and type = 'product.updated'`,
    [shop.merchant_id],
  );
  assert.deepEqual([rows[0].events, rows[0].products], [many, many]);
  // All rows written by one transaction have the same xmin.
  const written = await app.admin.query(
    `select count(*)::int as events from events where merchant_id = $1 group by xmin`,
    [shop.merchant_id],
  );
  assert.ok(written.rows.length >= 3);
  for (const { events } of written.rows)
    assert.ok(events <= productsPerTransaction + 1, `${events} events in one transaction`);
});

test('a category that is given for a variant is not created', async () => {
  const shop = await aShop(app);
  const product = await aProduct(shop, { category: 'Parent only' });
  const variant = (await shop.owner.post(`/products/${product.id}/variants`, { sku: 'PO-1', name: 'V', price: 1 })).body
    .data;
  const changed = await shop.owner.put(`/products/${variant.id}`, { category: 'Variant only', price: 2 });
  assert.deepEqual([changed.status, changed.body.data?.category, changed.body.data?.price], [200, 'Parent only', 2]);
  const { body } = await shop.owner.get('/categories?limit=100');
  const names = body.data.map(({ name }: { name: string }) => name);
  assert.deepEqual([names.includes('Parent only'), names.includes('Variant only')], [true, false]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followEvents, typesOf } from '../../../../test/events.ts';
import { load } from '../../../../test/files.ts';
import { aProduct, aShop, aStaffMember } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();
const shop = await aShop(app);
const { owner } = shop;
const readEvents = await followEvents(shop);
const listed = async (sku: string) => (await owner.get(`/products?search=${sku}`)).body.data[0];

test('a product’s event has the fields of the list and the cost, whichever role changed it', async () => {
  const { id } = await aProduct(shop, { sku: 'TEA', category: 'Hot', stock: 3 });
  const created = await readEvents();
  assert.deepEqual(typesOf(created), ['category.created', 'product.created', 'stock.moved']);
  assert.deepEqual([created[1]?.subject_id, created[1]?.data], [id, await listed('TEA')]);
  const clerk = await aStaffMember(shop, 'manager');
  await readEvents();
  await clerk.put(`/products/${id}`, { price: 11, stock: 5 });
  const changed = await readEvents();
  assert.deepEqual(typesOf(changed), ['product.updated', 'stock.moved']);
  assert.deepEqual(changed[0]?.data, await listed('TEA'));
});

test('emits events for a variant with its product, and for both when they are deleted', async () => {
  const product = await aProduct(shop, { stock: 0 });
  await readEvents();
  const variant = (await owner.post(`/products/${product.id}/variants`, { sku: 'V', name: 'Red', price: 1 })).body.data;
  const [created] = await readEvents();
  assert.deepEqual(
    [created?.type, created?.subject_id, created?.data.parent_id],
    ['product.created', variant.id, product.id],
  );
  await owner.delete(`/products/${product.id}`);
  const deleted = await readEvents();
  assert.deepEqual(typesOf(deleted), ['product.deleted', 'product.deleted']);
  assert.deepEqual(new Set(deleted.map(({ subject_id }) => subject_id)), new Set([product.id, variant.id]));
});

test('a change without effect emits nothing, and keeps updated_at', async () => {
  const product = await aProduct(shop, { barcode: '17', category: 'Hot', images: ['https://shop.example/1.png'] });
  await readEvents();
  app.clock.advance(1_000);
  const { sku, name, price, cost, barcode, images, stock } = product;
  await owner.put(`/products/${product.id}`, { sku, name, price, cost, barcode, images, stock, category: 'hot' });
  assert.deepEqual(await readEvents(), []);
  assert.equal((await owner.get(`/products/${product.id}`)).body.data.updated_at, product.updated_at);
});

test('a record of the client layer emits the same events as a product', async () => {
  const record = (
    await owner.post('/inventory', { name: 'R', sku: 'REC', price: 1, stock: 2, category: 'Hot', minStock: 0 })
  ).body;
  await owner.patch(`/inventory/${record.id}`, { status: 'inactive' });
  await owner.post('/inventory/bulk-delete', { ids: [record.id] });
  assert.deepEqual(typesOf(await readEvents()), [
    'product.created',
    'stock.moved',
    'product.updated',
    'product.deleted',
  ]);
});

test('an import emits an event for each product that it created or changed, and one when it is done', async () => {
  await load(shop, 'sku,name,price,stock,category\nI1,One,1,5,New\nI2,Two,2,,New\nI3,,x,');
  const created = await readEvents();
  assert.deepEqual(typesOf(created), [
    'category.created',
    'product.created',
    'product.created',
    'stock.moved',
    'import.done',
  ]);
  assert.deepEqual(created[1]?.data, await listed('I1'));
  const { subject_id, data } = created.at(-1) ?? assert.fail();
  assert.deepEqual(data, (await owner.get(`/inventory/imports/${subject_id}`)).body.data);
  const again = 'sku,name,price,stock,category\nI1,One,1,5,New\nI2,Two again,2,,New';
  await load(shop, again, { key: 'again' });
  await load(shop, again, { key: 'again' });
  assert.deepEqual(typesOf(await readEvents()), ['product.updated', 'import.done']);
});

test('emits events for a category, and for its products when it is deleted', async () => {
  const category = (await owner.post('/categories', { name: 'Cold' })).body.data;
  const product = await aProduct(shop, { category: 'Cold', stock: 0 });
  await owner.put(`/categories/${category.id}`, { name: 'Cold drinks' });
  await owner.put(`/categories/${category.id}`, { name: 'Cold drinks' });
  await owner.delete(`/categories/${category.id}`);
  const events = await readEvents();
  assert.deepEqual(typesOf(events), [
    'category.created',
    'product.created',
    'category.updated',
    'product.updated',
    'category.deleted',
  ]);
  assert.deepEqual([events[0]?.data, events[3]?.subject_id, events[3]?.data.category], [category, product.id, null]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOf } from '../../../../test/caller.ts';
import { aProduct, aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { newId } from '../../core/ids.ts';

const app = await createTestApp();
const shop = await aShop(app);
const { owner } = shop;

const list = async (query: string) => {
  const { status, body, text } = await owner.get(`/inventory?${query}`);
  assert.equal(status, 200, text);
  return body;
};
const names = async (query: string): Promise<string[]> =>
  (await list(query)).data.map(({ name }: { name: string }) => name);

const tea = await aProduct(shop, {
  sku: 'A-100%',
  name: 'Žlutý čaj',
  price: 3,
  stock: 5,
  category: 'Drinks',
  min_stock: 2,
});
await aProduct(shop, {
  sku: 'B_200',
  name: 'Cocoa',
  price: 1,
  stock: 9,
  category: 'drinks',
  status: 'inactive',
  min_stock: 0,
});
await aProduct(shop, { sku: 'C-300', name: 'bread', price: 2, stock: 0 });
await owner.post(`/products/${tea.id}/variants`, { name: 'Zelený', sku: 'A-101', price: 4, stock: 1 });

test('lists records without variants, newest first', async () => {
  const body = await list('page=1');
  const [bread] = body.data;
  const { created_at: createdAt, updated_at: updatedAt } = (await owner.get(`/products/${bread.id}`)).body.data;
  assert.deepEqual(bread, {
    id: bread.id,
    name: 'bread',
    sku: 'C-300',
    price: 2,
    stock: 0,
    minStock: null,
    category: null,
    status: 'active',
    createdAt,
    updatedAt,
  });
  assert.deepEqual(body, {
    success: true,
    data: body.data,
    meta: { page: 1, limit: 20, total: 3, totalPages: 1, nextCursor: null },
  });
  assert.deepEqual(await names('page=1'), ['bread', 'Cocoa', 'Žlutý čaj']);
  assert.deepEqual(await names('view=records'), ['bread', 'Cocoa', 'Žlutý čaj']);
});

test('a record’s stock is the sum of all warehouses', async () => {
  const attic = (await owner.post('/warehouses', { name: 'Attic', branch_id: shop.branch_id })).body.data.id;
  await owner.post('/inventory/adjustment', { product_id: tea.id, warehouse_id: attic, type: 'in', quantity: 3 });
  assert.equal((await list('search=A-100')).data[0].stock, 8);
  await owner.post('/inventory/adjustment', { product_id: tea.id, warehouse_id: attic, type: 'out', quantity: 3 });
});

test('searches and filters like /products', async () => {
  assert.deepEqual(await names('search=žlutý'), ['Žlutý čaj']);
  assert.deepEqual(await names('search=a-101'), ['Žlutý čaj']);
  assert.deepEqual(await names('search=%25'), ['Žlutý čaj']);
  assert.deepEqual(await names('category=DRINKS'), ['Cocoa', 'Žlutý čaj']);
  assert.deepEqual(await names('category=unknown'), []);
  assert.deepEqual(await names('status=inactive'), ['Cocoa']);
  assert.deepEqual(await names('status=active&category=drinks&search=caj'), []);
  assert.deepEqual(await names('status=active&category=drinks&search=čaj'), ['Žlutý čaj']);
  assert.deepEqual(await names(`view=records&branchId=${shop.branch_id}&search=c-300`), ['bread']);
});

test('sorts by each field of a record in both directions and spellings', async () => {
  assert.deepEqual(await names('sortBy=price'), ['Cocoa', 'bread', 'Žlutý čaj']);
  assert.deepEqual(await names('sortBy=price&sortOrder=desc'), ['Žlutý čaj', 'bread', 'Cocoa']);
  assert.deepEqual(await names('sort_by=name&sort_order=asc'), ['bread', 'Cocoa', 'Žlutý čaj']);
  assert.deepEqual(await names('sortBy=stock&sortOrder=desc'), ['Cocoa', 'Žlutý čaj', 'bread']);
  assert.deepEqual(await names('sortBy=minStock'), ['bread', 'Cocoa', 'Žlutý čaj']);
  assert.deepEqual(await names('sortBy=status&sortOrder=desc&limit=1'), ['Cocoa']);
  assert.deepEqual(await names('sortOrder=asc'), ['Žlutý čaj', 'Cocoa', 'bread']);
  for (const field of ['id', 'sku', 'category', 'createdAt', 'updatedAt', 'created_at']) {
    const ascending = await names(`sortBy=${field}`);
    assert.deepEqual(await names(`sortBy=${field}&sortOrder=desc`), ascending.reverse(), field);
  }
});

test('pages by number and by cursor', async () => {
  const first = await list('limit=2&sortBy=minStock');
  assert.deepEqual([first.meta.total, first.meta.totalPages, first.data.length], [3, 2, 2]);
  assert.deepEqual(await names('limit=2&page=2&sortBy=minStock'), ['Žlutý čaj']);
  assert.deepEqual(await names(`limit=2&sortBy=minStock&cursor=${first.meta.nextCursor}`), ['Žlutý čaj']);
  const last = await list('page=3&limit=2');
  assert.deepEqual([last.data, last.meta], [[], { page: 3, limit: 2, total: 3, totalPages: 2, nextCursor: null }]);
});

test('names each wrong parameter in its spelling', async () => {
  const wrong = await owner.get('/inventory?page=0&limit=101&status=gone&sortBy=cost&sort_order=up');
  assert.equal(wrong.status, 422);
  assert.deepEqual(fieldsOf(wrong), ['limit', 'page', 'sortBy', 'sort_order', 'status']);
  assert.deepEqual(fieldsOf(await owner.get('/inventory?sortBy=price&cursor=nonsense')), ['cursor']);
  assert.deepEqual(fieldsOf(await owner.get('/inventory?sortBy=price&sort_by=name')), ['sort_by']);
});

test('returns levels for level parameters, and without parameters', async () => {
  for (const query of [
    '',
    `product_id=${tea.id}`,
    `branchId=${shop.branch_id}&page=1`,
    'lowStock=false&limit=5',
    'view=levels&search=x',
  ]) {
    const body = await list(query);
    assert.ok(body.data.every((row: object) => 'warehouse_id' in row) && body.data.length > 0, query);
    assert.ok('total_pages' in body.meta, query);
  }
  const emptyShop = await aShop(app);
  const none = await emptyShop.owner.get('/inventory');
  assert.deepEqual(none.body.meta, { page: 1, limit: 1_000, total: 0, total_pages: 0, next_cursor: null });
  const noRecords = await emptyShop.owner.get('/inventory?page=1');
  assert.deepEqual([noRecords.body.data, noRecords.body.meta.totalPages], [[], 0]);
  assert.deepEqual((await emptyShop.owner.get(`/inventory?product_id=${tea.id}`)).body.data, []);
  assert.deepEqual((await owner.get(`/inventory?view=records&branch_id=${newId()}`)).body.data, []);
});

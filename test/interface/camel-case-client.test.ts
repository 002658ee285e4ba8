import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aShop } from '../shop.ts';
import { createTestApp } from '../test-app.ts';
import { upload } from './upload.ts';

const app = await createTestApp();
const shop = await aShop(app);
const { owner } = shop;

// A day of a client that uses only the camelCase layer of the interface.
test('a camelCase client creates, changes and deletes records', async () => {
  const sent = { name: 'Espresso', sku: 'ESP', price: 25, stock: 10, category: 'Drinks', minStock: 4 };
  const { body: record, status } = await owner.post('/inventory', sent);
  assert.equal(status, 201);
  assert.deepEqual(
    Object.keys(record).filter((field) => field.includes('_')),
    [],
    'all names are camelCase',
  );

  // A screen requests its first page with empty filters, and then with filters.
  const blank = await owner.get('/inventory?page=1&limit=10&search=&category=&status=&sortBy=&sortOrder=');
  assert.deepEqual([blank.body.data.length, blank.body.meta.totalPages], [1, 1]);
  const filtered = await owner.get(
    '/inventory?page=1&limit=10&search=esp&category=Drinks&status=active&sortBy=updatedAt&sortOrder=desc',
  );
  assert.deepEqual(filtered.body.data[0].id, record.id);

  const patched = await owner.patch(`/inventory/${record.id}`, { price: 30 });
  assert.equal(patched.body.price, 30);
  // The client sends back the whole record that it received, with one changed field.
  const put = await owner.put(`/inventory/${record.id}`, { ...patched.body, name: 'Double espresso' });
  assert.deepEqual([put.status, put.body.name, put.body.price], [200, 'Double espresso', 30]);

  const productId = record.id;
  const adjusted = await owner.post('/inventory/stock/adjust', {
    productId,
    quantity: 5,
    type: 'in',
    reason: 'delivery',
  });
  assert.equal(adjusted.body.stock, 15);
  const { data: levels } = (await owner.get(`/inventory?productId=${productId}`)).body;
  const fromWarehouse = levels[0].warehouse_id;
  const toWarehouse = (await owner.post('/warehouses', { name: 'Cellar', branch_id: shop.branch_id })).body.data.id;
  const moved = await owner.post('/inventory/stock/transfer', { productId, quantity: 6, fromWarehouse, toWarehouse });
  assert.deepEqual([moved.status, moved.text], [200, '']);

  const items = [{ product_id: productId, quantity: 2, price: 30 }];
  assert.equal((await owner.post('/transactions', { items, payment_method: 'cash', customer_id: null })).status, 201);
  const today = app.clock.now().slice(0, 10);
  const between = `startDate=${today}&endDate=${today}&branchId=${shop.branch_id}`;
  const report = await owner.get(`/reports/sales?${between}&groupBy=day`);
  assert.deepEqual([report.body.data.total_sales, report.body.data.series.length], [60, 1]);
  assert.equal((await owner.get(`/dashboard/summary?${between}`)).body.data.total_sales, 60);
  assert.equal((await owner.get(`/transactions?${between}&status=completed`)).body.data.length, 1);
});

test('a camelCase client exports, validates, imports and deletes in bulk', async () => {
  const csv = 'name,sku,price,stock,category,minStock\nTea,TEA,12,3,Drinks,1\nMilk,MLK,4,9,Drinks,\n';
  const checked = await upload(app, owner, '/inventory/import/validate', csv);
  assert.deepEqual([checked.body.valid, checked.body.errors, checked.body.preview.length], [true, [], 2]);
  const { success, failed, errors } = (await upload(app, owner, '/inventory/import', csv)).body;
  assert.deepEqual([success, failed, errors], [2, 0, []]);

  const file = await owner.get('/inventory/export?format=csv&category=Drinks&status=&search=&sortBy=sku&sortOrder=asc');
  assert.ok(file.text.includes('MLK') && file.text.includes('TEA'), file.text);
  const again = await upload(app, owner, '/inventory/import', file.text);
  assert.deepEqual([again.body.failed, again.body.errors], [0, []]);

  const { data } = (await owner.get('/inventory?page=1&limit=100')).body;
  const deleted = await owner.post('/inventory/bulk-delete', { ids: data.map(({ id }: { id: string }) => id) });
  assert.deepEqual([deleted.status, deleted.text], [200, '']);
  assert.equal((await owner.get('/inventory?page=1')).body.meta.total, 0);
});

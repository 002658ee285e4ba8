import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct, aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();
const shop = await aShop(app);
const tea = await aProduct(shop, { category: 'Drinks' });
const bread = await aProduct(shop, { category: 'Food', status: 'inactive' });

const idsOf = (answer: { text: string; body: { data: { id: string }[] } }) => {
  assert.ok(Array.isArray(answer.body?.data), answer.text);
  return answer.body.data.map(({ id }) => id).sort();
};
const fieldsOf = (answer: { body: { error: { details: { field: string }[] } } }) =>
  answer.body.error.details.map(({ field }) => field);

test('treats an empty parameter as omitted', async () => {
  const both = [tea.id, bread.id].sort();
  assert.deepEqual(
    idsOf(await shop.owner.get('/products?status=&category=&search=&sort=&branchId=&page=&limit=&cursor=')),
    both,
  );
  assert.deepEqual(idsOf(await shop.owner.get('/products?status=active&category=')), [tea.id]);
  const lists = [
    '/transactions?startDate=&endDate=&branchId=&status=&customer_id=',
    '/customers?search=&page=',
    '/dashboard/summary?branchId=&startDate=&endDate=',
    '/reports/inventory?branchId=',
    '/inventory/movements?product_id=&type=',
  ];
  for (const path of lists) assert.equal((await shop.owner.get(path)).status, 200, path);
});

test('rejects an empty parameter that is required', async () => {
  const answer = await shop.owner.get('/reports/sales?startDate=&end_date=2026-03-01');
  assert.equal(answer.status, 422, answer.text);
  assert.deepEqual(fieldsOf(answer), ['startDate']);
  assert.deepEqual(fieldsOf(await shop.owner.get('/inventory/export?format=')), ['format']);
});

test('uses the parameter with a value if both its spellings are sent', async () => {
  for (const query of ['start_date=&startDate=2026-03-01', 'startDate=2026-03-01&start_date='])
    assert.equal(
      (await shop.owner.get(`/reports/sales?${query}&end_date=2026-03-01`)).body.data?.start_date,
      '2026-03-01',
      query,
    );
});

test('empty filters of a list still return records', async () => {
  for (const query of ['search=&category=&status=', 'page=', 'sortBy=&sortOrder=', 'product_id=&page=1']) {
    const [row] = (await shop.owner.get(`/inventory?${query}`)).body.data;
    assert.ok('createdAt' in row, query);
  }
  assert.ok('warehouse_id' in (await shop.owner.get('/inventory?product_id=&lowStock=')).body.data[0]);
});

test('treats null in an optional field of a POST as omitted', async () => {
  const made = await shop.owner.post('/products', {
    sku: 'NULLS',
    name: 'Nulls',
    price: 1,
    description: null,
    category: null,
    cost: null,
    stock: null,
    status: null,
    images: null,
    track_stock: null,
  });
  assert.equal(made.status, 201, made.text);
  const { description, cost, stock, status, images, track_stock } = made.body.data;
  assert.deepEqual([description, cost, stock, status, images, track_stock], ['', 0, 0, 'active', [], true]);
  const sale = await shop.owner.post('/transactions', {
    id: null,
    items: [{ product_id: tea.id, quantity: 1, price: null, discount: null }],
    payment_method: 'cash',
    payments: null,
    amount_tendered: null,
    discount: null,
    customer_id: null,
    occurred_at: null,
    status: null,
  });
  assert.equal(sale.status, 201, sale.text);
  assert.equal(sale.body.data.total_amount, 10);
  const refund = await shop.owner.post(`/transactions/${sale.body.data.id}/refund`, {
    items: null,
    amount: null,
    restock: null,
  });
  assert.deepEqual([refund.status, refund.body.data?.amount, refund.body.data?.restock], [201, 10, true]);
});

test('rejects null in a required field, and converts no types', async () => {
  assert.deepEqual(fieldsOf(await shop.owner.post('/products', { sku: null, name: 'x', price: '1' })).sort(), [
    'price',
    'sku',
  ]);
  const sale = await shop.owner.post('/transactions', {
    items: [{ product_id: tea.id, quantity: null }],
    payment_method: 'cash',
  });
  assert.deepEqual(fieldsOf(sale), ['items[0].quantity']);
});

test('a PUT accepts null only in nullable fields', async () => {
  const { id } = await aProduct(shop, { description: 'kept', category: 'Food' });
  assert.deepEqual(fieldsOf(await shop.owner.put(`/products/${id}`, { description: null })), ['description']);
  assert.equal((await shop.owner.put(`/products/${id}`, { category: null })).body.data.category, null);
});

test('accepts timestamps without an offset for the ends of a range, but not for the time of a sale', async () => {
  const range = 'startDate=2026-03-01T00:00:00&endDate=2026-03-01T23:59:59.999';
  assert.equal((await shop.owner.get(`/transactions?${range}`)).status, 200);
  const { start_date, end_date } = (await shop.owner.get(`/reports/sales?${range}`)).body.data;
  assert.deepEqual([start_date, end_date], ['2026-03-01', '2026-03-01']);
  const items = [{ product_id: tea.id, quantity: 1 }];
  const sale = await shop.owner.post('/transactions', {
    items,
    payment_method: 'cash',
    occurred_at: '2026-03-01T00:00:00',
  });
  assert.deepEqual(fieldsOf(sale), ['occurred_at']);
});

test('accepts the spellings of true and false of common languages in a query', async () => {
  const low = await aProduct(shop, { stock: 1, min_stock: 5 });
  for (const yes of ['true', 'True', 'TRUE', '1'])
    assert.deepEqual(
      (await shop.owner.get(`/inventory?lowStock=${yes}`)).body.data?.map(
        ({ product_id }: { product_id: string }) => product_id,
      ),
      [low.id],
    );
  for (const no of ['false', 'False', '0'])
    assert.ok((await shop.owner.get(`/inventory?lowStock=${no}`)).body.data.length > 1, no);
  for (const wrong of ['maybe', '2'])
    assert.deepEqual(fieldsOf(await shop.owner.get(`/inventory?lowStock=${wrong}`)), ['lowStock']);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCaller } from '../caller.ts';
import { createTestApp } from '../test-app.ts';

const app = await createTestApp();

// A day of a client that uses only the snake_case interface, from its registration on.
const email = 'owner@example.com';
const password = 'correct horse battery';
const registered = await app.anonymous.post('/auth/register', {
  email,
  password,
  name: 'Olivia Owner',
  phone: '+15550100',
});
const login = (await app.anonymous.post('/auth/login', { email, password })).body.data;
const me = await createCaller(app.fastify, { authorization: `Bearer ${login.access_token}` }).get('/auth/me');
const headers = { authorization: `Bearer ${login.access_token}`, 'x-merchant-id': me.body.data.merchant_id };
const client = createCaller(app.fastify, headers);
const shirt = {
  sku: 'TSH',
  name: 'Shirt',
  price: 150,
  description: 'Cotton',
  category: 'Clothes',
  cost: 60,
  stock: 20,
  status: 'active',
};
const { id: product_id } = (await client.post('/products', shirt)).body.data;
const medium = { name: 'Size M', sku: 'TSH-M', price: 160, stock: 5 };
const variant = (await client.post(`/products/${product_id}/variants`, medium)).body.data;

test('a snake_case client sets up a shop from an empty service', async () => {
  assert.equal(registered.body.data.email, email);
  assert.equal((await client.post('/auth/register-device', { token: 'a push token', platform: 'ios' })).status, 201);
  assert.equal(variant.product_id, product_id);
  assert.equal((await client.get(`/products/${product_id}`)).body.data.variants[0].sku, 'TSH-M');
});

test('a snake_case client sells and refunds', async () => {
  const customer = (
    await client.post('/customers', {
      name: 'Anna',
      email: 'anna@example.com',
      phone: '+6281234567890',
      address: 'Here',
    })
  ).body.data;
  const sale = await client.post('/transactions', {
    items: [
      { product_id, quantity: 2, price: 150 },
      { product_id: variant.id, quantity: 1, price: 160 },
    ],
    payment_method: 'cash',
    customer_id: customer.id,
  });
  assert.deepEqual([sale.status, sale.body.data.total_amount, sale.body.data.status], [201, 460, 'completed']);
  const second = await client.post('/transactions', {
    items: [{ product_id, quantity: 1, price: 150 }],
    payment_method: 'cash',
  });
  assert.equal((await client.post(`/transactions/${second.body.data.id}/refund`)).status, 201);
  assert.deepEqual((await client.get(`/customers/${customer.id}/loyalty`)).body.data.lifetime_value, 460);
});

test('a snake_case client moves stock', async () => {
  const [level] = (await client.get(`/inventory?product_id=${product_id}`)).body.data;
  assert.deepEqual([level.stock, level.reserved, level.available], [18, 0, 18]);
  const { warehouse_id } = level;
  const added = { product_id, warehouse_id, quantity: 10, type: 'addition', reason: 'New delivery' };
  assert.equal((await client.post('/inventory/adjustment', added)).status, 200);
  const other = (await client.post('/warehouses', { name: 'Store', branch_id: me.body.data.branch_id })).body.data;
  const move = { product_id, from_warehouse: warehouse_id, to_warehouse: other.id, quantity: 8 };
  assert.equal((await client.post('/inventory/transfer', move)).status, 200);
  const stocks = (await client.get(`/inventory?product_id=${product_id}`)).body.data.map(
    ({ stock }: { stock: number }) => stock,
  );
  assert.deepEqual(stocks.sort(), [20, 8]);
});

test('a snake_case client reads reports and signs out', async () => {
  const today = app.clock.now().slice(0, 10);
  const dates = { start_date: today, end_date: today };
  const report = (await client.get(`/reports/sales?${new URLSearchParams(dates)}`)).body.data;
  assert.deepEqual([report.total_sales, report.total_transactions, report.average_transaction], [460, 2, 230]);
  const { download_url, expires_at } = (
    await client.post('/reports/export', { report_type: 'sales', format: 'csv', ...dates })
  ).body.data;
  assert.ok(Date.parse(expires_at) > Date.parse(app.clock.now()), 'the link expires later');
  assert.equal((await app.fastify.inject({ method: 'GET', url: download_url })).statusCode, 200);
  assert.equal((await client.get('/dashboard/summary')).body.data.total_sales, 460);
  assert.equal((await client.get('/transactions')).body.data.length, 2);

  const refreshed = (await app.anonymous.post('/auth/refresh', { refresh_token: login.refresh_token })).body.data;
  const after = client.with({ authorization: `Bearer ${refreshed.access_token}` });
  assert.equal((await after.delete(`/products/${product_id}`)).body.success, true);
  assert.equal((await after.post('/auth/logout')).body.success, true);
  assert.equal((await after.get('/auth/me')).status, 401);
});

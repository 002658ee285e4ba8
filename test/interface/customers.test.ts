import { test } from 'node:test';
import { aCustomer, aProduct, aShop } from '../shop.ts';
import { createTestApp } from '../test-app.ts';
import { assert, claimsOf } from './claims.ts';

const app = await createTestApp();
const { proves, answers, takes } = claimsOf(import.meta.filename);
const shop = await aShop(app);
const sent = { name: 'Anna Smith', email: 'anna@example.com', phone: '+6281234567890', address: '1 Main Street' };
const made = await shop.owner.post('/customers', sent);

test('creates a customer', async () => {
  answers('POST /customers', made);
  takes('POST /customers', sent, (await shop.owner.get(`/customers/${made.body.data.id}`)).body.data);
  await proves('phone is in international format with a leading +', async () => {
    assert.match(made.body.data.phone, /^\+\d+$/);
    assert.equal((await shop.owner.post('/customers', { name: 'Local', phone: '0812345678' })).status, 422);
  });
});

test('lists and searches customers', async () => {
  answers('GET /customers', await shop.owner.get('/customers'));
  const other = await aCustomer(shop, { name: 'Berta' });
  const idsOf = async (query: string) =>
    (await shop.owner.get(`/customers?${query}`)).body.data.map(({ id }: { id: string }) => id);
  await proves('GET /customers ? search', async () => {
    for (const query of ['anna', 'SMITH', '%2B62812', 'anna@'])
      assert.deepEqual(await idsOf(`search=${query}`), [made.body.data.id], query);
  });
  await proves(['GET /customers ? page', 'GET /customers ? limit'], async () => {
    const pages = [await idsOf('limit=1&page=1'), await idsOf('limit=1&page=2')];
    assert.deepEqual(pages.flat().sort(), [made.body.data.id, other.id].sort());
  });
});

test('returns a customer’s loyalty', async () => {
  const tea = await aProduct(shop, { price: 25 });
  const items = [{ product_id: tea.id, quantity: 2 }];
  await shop.owner.post('/transactions', { items, payment_method: 'cash', customer_id: made.body.data.id });
  const answer = await shop.owner.get(`/customers/${made.body.data.id}/loyalty`);
  answers('GET /customers/{id}/loyalty', answer);
  const { customer_id, points, lifetime_value } = answer.body.data;
  assert.deepEqual([customer_id, points, lifetime_value], [made.body.data.id, 50, 50]);
});

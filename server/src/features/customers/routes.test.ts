import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reply } from '../../../../test/caller.ts';
import { aCustomer, aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { newId } from '../../core/ids.ts';

const app = await createTestApp();
const shop = await aShop(app);
const { owner } = shop;

const names = (answer: Reply) => answer.body.data.map(({ name }: { name: string }) => name);
const fields = (answer: Reply) => answer.body.error.details.map(({ field }: { field: string }) => field).sort();

test('creates a customer with the phone in E.164', async () => {
  const answer = await owner.post('/customers', {
    name: 'Ann',
    email: 'Ann@example.com',
    phone: '+62 812-3456-7890',
    address: '1 Road',
    points: 99,
    tier: 'gold',
  });
  assert.equal(answer.status, 201, answer.text);
  const { id, created_at, updated_at, ...rest } = answer.body.data;
  assert.equal(created_at, updated_at);
  assert.deepEqual(rest, {
    name: 'Ann',
    email: 'Ann@example.com',
    phone: '+6281234567890',
    address: '1 Road',
    points: 0,
    tier: 'bronze',
  });
  assert.deepEqual((await owner.get(`/customers/${id}`)).body, answer.body);
});

test('requires a name only', async () => {
  const { email, phone, address } = await aCustomer(shop, { name: 'Just a name' });
  assert.deepEqual({ email, phone, address }, { email: null, phone: null, address: null });
});

test('names every wrong field at once', async () => {
  const answer = await owner.post('/customers', { id: 'x', name: ' ', email: 'no-address', phone: '0812', address: 7 });
  assert.equal(answer.status, 422);
  assert.equal(answer.body.error.code, 'VALIDATION_ERROR');
  assert.deepEqual(fields(answer), ['address', 'email', 'id', 'name', 'phone']);
  assert.deepEqual(fields(await owner.post('/customers')), ['name']);
});

test('accepts the client’s id, also repeatedly', async () => {
  const body = { id: newId(), name: 'Made offline' };
  const first = await owner.post('/customers', body);
  const again = await owner.post('/customers', body);
  assert.equal(first.body.data.id, body.id);
  assert.equal(again.status, 201);
  assert.equal(again.text, first.text);
  const other = await owner.post('/customers', { ...body, name: 'Another name' });
  assert.equal(other.status, 422);
  assert.equal(other.body.error.code, 'IDEMPOTENCY_CONFLICT');
});

test('creates one customer for two concurrent requests with the same id, with equal responses', async () => {
  const body = { id: newId(), name: 'Twice at once' };
  const answers = await Promise.all([
    owner.post('/customers', body),
    owner.post('/customers', body),
    owner.post('/customers', body),
  ]);
  assert.deepEqual(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1);
  assert.equal(answers[0]?.status, 201);
});

test('changes given fields, and clears with null', async () => {
  const { id } = await aCustomer(shop, { name: 'Bo', email: 'bo@example.com', phone: '+6281234567' });
  app.clock.advance(1_000);
  const answer = await owner.put(`/customers/${id}`, { email: null, phone: '+62 (812) 999.8888', points: 5 });
  assert.equal(answer.status, 200, answer.text);
  const { name, email, phone, points, created_at, updated_at } = answer.body.data;
  assert.deepEqual({ name, email, phone, points }, { name: 'Bo', email: null, phone: '+628129998888', points: 0 });
  assert.ok(updated_at > created_at);
  assert.equal((await owner.put(`/customers/${id}`, {})).status, 200);
  const refused = await owner.put(`/customers/${id}`, { name: null, email: 'x' });
  assert.equal(refused.status, 422);
  assert.deepEqual(refused.body.error.details, [
    { field: 'name', message: 'must be a string' },
    { field: 'email', message: 'must be an e-mail address' },
  ]);
});

test('hides a deleted customer everywhere', async () => {
  const { id, name } = await aCustomer(shop, { name: 'Soon gone' });
  const answer = await owner.delete(`/customers/${id}`);
  assert.equal(answer.status, 200);
  assert.equal(answer.body.success, true);
  assert.equal(typeof answer.body.message, 'string');
  assert.equal((await owner.delete(`/customers/${id}`)).status, 404);
  assert.equal((await owner.get(`/customers/${id}`)).status, 404);
  assert.equal((await owner.put(`/customers/${id}`, { name: 'Back' })).status, 404);
  assert.equal((await owner.get(`/customers/${id}/loyalty`)).status, 404);
  assert.equal((await owner.get(`/customers/${id}/loyalty/history`)).status, 404);
  assert.deepEqual(names(await owner.get(`/customers?search=${name}`)), []);
  const { rows } = await app.admin.query('select name from customers where id = $1 and deleted_at is not null', [id]);
  assert.deepEqual(rows, [{ name }]);
});

test('hides customers of other merchants', async () => {
  const { id, name } = await aCustomer(shop, { name: 'Not yours' });
  const otherOwner = (await aShop(app)).owner;
  assert.equal((await otherOwner.get(`/customers/${id}`)).status, 404);
  assert.equal((await otherOwner.put(`/customers/${id}`, { name: 'Mine' })).status, 404);
  assert.equal((await otherOwner.delete(`/customers/${id}`)).status, 404);
  assert.deepEqual(names(await otherOwner.get('/customers')), []);
  assert.equal((await owner.get(`/customers/${id}`)).body.data.name, name);
});

test('lists the newest customers first, in pages', async () => {
  const big = await aShop(app);
  for (const name of ['A', 'B', 'C', 'D', 'E']) {
    app.clock.advance(1_000);
    await aCustomer(big, { name });
  }
  const first = await big.owner.get('/customers?limit=2');
  assert.deepEqual(names(first), ['E', 'D']);
  const { next_cursor, ...meta } = first.body.meta;
  assert.deepEqual(meta, { page: 1, limit: 2, total: 5, total_pages: 3 });
  assert.deepEqual(names(await big.owner.get(`/customers?limit=2&cursor=${next_cursor}`)), ['C', 'B']);
  const last = await big.owner.get('/customers?limit=2&page=3');
  assert.deepEqual(names(last), ['A']);
  assert.equal(last.body.meta.next_cursor, null);
  assert.deepEqual(names(await big.owner.get('/customers?sort=name&limit=3')), ['A', 'B', 'C']);
  assert.deepEqual(fields(await big.owner.get('/customers?sort=shoe_size')), ['sort']);
  assert.deepEqual(fields(await big.owner.get('/customers?page=0&limit=101')), ['limit', 'page']);
});

test('searches parts of name, email and phone, ignoring case, with literal wildcards', async () => {
  const here = await aShop(app);
  await aCustomer(here, { name: 'Émile Zola', email: 'Zola@Example.com', phone: '+33 1 23 45 67 89' });
  await aCustomer(here, { name: '100% Cotton' });
  const search = async (text: string) => names(await here.owner.get(`/customers?search=${encodeURIComponent(text)}`));
  for (const text of ['ÉMILE', 'zola@example', '12345', '+33 1 23-45', ' zola '])
    assert.deepEqual(await search(text), ['Émile Zola'], text);
  assert.deepEqual(await search('%'), ['100% Cotton']);
  assert.deepEqual(await search('_'), []);
  assert.equal((await search('')).length, 2);
});

test('starts a new customer without points in the first tier', async () => {
  const { id } = await aCustomer(shop);
  const answer = await owner.get(`/customers/${id}/loyalty`);
  assert.deepEqual(answer.body, {
    success: true,
    data: { customer_id: id, points: 0, tier: 'bronze', lifetime_value: 0 },
  });
  const history = await owner.get(`/customers/${id}/loyalty/history`);
  assert.equal(history.status, 200);
  assert.deepEqual(history.body.data, []);
  assert.equal(history.body.meta.total, 0);
});

test('responds 404 to a malformed id', async () => {
  assert.equal((await owner.get('/customers/7')).status, 404);
  assert.equal((await owner.get('/customers/7/loyalty')).status, 404);
});

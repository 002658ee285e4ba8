import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCaller } from '../../../../test/caller.ts';
import { aCustomer, aProduct, aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { isPartOfCode } from './rules.ts';

const app = await createTestApp();
const shop = await aShop(app);
const { owner } = shop;
const product = await aProduct(shop);

async function sell(customer_id?: string): Promise<{ id: string; transaction_code: string }> {
  const items = [{ product_id: product.id, quantity: 1 }];
  const answer = await owner.post('/transactions', { items, payment_method: 'cash', customer_id });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.data;
}

const found = async (search: string, reader = owner) => {
  const { body, status, text } = await reader.get(`/transactions?search=${encodeURIComponent(search)}`);
  assert.equal(status, 200, text);
  assert.equal(body.meta.total, body.data.length);
  return body.data.map(({ id }: { id: string }) => id);
};

test('lists a sale with its customer, until the customer is deleted or erased', async () => {
  const [kept, deleted, erased] = [
    await aCustomer(shop, { name: 'Kept' }),
    await aCustomer(shop, { name: 'Deleted' }),
    await aCustomer(shop, { name: 'Forgotten' }),
  ];
  for (const { id } of [kept, deleted, erased]) await sell(id);
  await sell();
  const customers = async () =>
    (await owner.get('/transactions?limit=4')).body.data.map(({ customer }: { customer: unknown }) => customer);
  const shown = ({ id }: { id: string }, name: string) => ({ id, name });
  assert.deepEqual(await customers(), [
    null,
    shown(erased, 'Forgotten'),
    shown(deleted, 'Deleted'),
    shown(kept, 'Kept'),
  ]);
  assert.equal((await owner.delete(`/customers/${deleted.id}`)).status, 200);
  assert.equal((await owner.post(`/customers/${erased.id}/erase`)).status, 200);
  assert.deepEqual(await customers(), [null, null, null, shown(kept, 'Kept')]);
  assert.deepEqual([await found('Deleted'), await found('Forgotten'), await found('Erased customer')], [[], [], []]);
});

test('finds sales by a part of the customer’s name, and by a part of the code', async () => {
  const anna = await aCustomer(shop, { name: 'Anna Müller', email: 'other@example.com', phone: '+49 170 1234567' });
  const sale = await sell(anna.id);
  for (const part of ['anna', 'MÜLL', 'a m', 'ül', 'Anna Müller', ' anna '])
    assert.deepEqual(await found(part), [sale.id], part);
  // What the list does not show is not searched.
  for (const part of ['other@', '+49170', '1234567', 'ü']) assert.deepEqual(await found(part), [], part);
  assert.deepEqual(await found(sale.transaction_code.slice(3)), [sale.id]);
  assert.equal((await owner.put(`/customers/${anna.id}`, { name: 'Zoë' })).status, 200);
  assert.deepEqual([await found('anna'), await found('zoë')], [[], [sale.id]]);
});

test('neither shows nor finds customers without the permission to read them', async () => {
  const sale = await sell((await aCustomer(shop, { name: 'Quentin' })).id);
  const permissions = ['catalogue:read', 'sales:read'];
  const { key } = (await owner.post('/api-keys', { name: 'Sales', permissions })).body.data;
  const reader = createCaller(app.fastify, { authorization: `Bearer ${key}` });
  assert.deepEqual([await found('quentin'), await found('quentin', reader)], [[sale.id], []]);
  assert.deepEqual(await found(sale.transaction_code.slice(3), reader), [sale.id]);
  const [listed] = (await reader.get('/transactions?limit=1')).body.data;
  assert.deepEqual([listed.id, listed.customer], [sale.id, null]);
  assert.doesNotMatch((await reader.get('/transactions')).text, /Quentin/);
});

test('shows no customer of another merchant', async () => {
  await sell((await aCustomer(shop, { name: 'Ours' })).id);
  const other = await aShop(app);
  assert.deepEqual(await found('Ours', other.owner), []);
});

test('knows which texts may be a part of a code', () => {
  for (const part of ['261126', '6-A', '261126-', '-abc', 'ABC234', 'zsm6gk', '2', ' -2 '])
    assert.equal(isPartOfCode(part), true, part);
  for (const name of ['', 'Lou', 'anna b', 'annabeth', 'o', '1234567', '26-11', 'ABC-2', 'a0'])
    assert.equal(isPartOfCode(name), false, name);
});

test('a text that may be a part of a code finds names, too', async () => {
  const coded = await sell();
  const part = coded.transaction_code.slice(-4);
  const named = await sell((await aCustomer(shop, { name: `Ms ${part}` })).id);
  assert.deepEqual((await found(part)).sort(), [coded.id, named.id].sort());
});

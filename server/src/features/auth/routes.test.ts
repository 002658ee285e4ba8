import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestHouse } from '../../../../test/house.ts';
import { aShop } from '../../../../test/shop.ts';

const house = await openTestHouse();

test('registers and logs in', async () => {
  const shop = await aShop(house);
  assert.match(shop.owner.headers.authorization ?? '', /^Bearer /);
});

test('a taken e-mail is a duplicate, in whatever case', async () => {
  const person = { email: 'twin@example.com', password: 'long enough', name: 'Twin' };
  assert.equal((await house.nobody.post('/auth/register', person)).status, 201);
  const again = await house.nobody.post('/auth/register', { ...person, email: 'TWIN@example.com' });
  assert.equal(again.status, 422);
  assert.equal(again.body.error.code, 'DUPLICATE');
  assert.equal(again.body.error.details[0].field, 'email');
});

test('a registration sent again with its key is answered again', async () => {
  const person = { email: 'again@example.com', password: 'long enough', name: 'Again' };
  const first = await house.nobody.post('/auth/register', person, { 'idempotency-key': 'r1' });
  const second = await house.nobody.post('/auth/register', person, { 'idempotency-key': 'r1' });
  assert.equal(second.status, 201);
  assert.equal(second.text, first.text);
  assert.equal(second.headers['idempotent-replayed'], 'true');
});

test('names every wrong field', async () => {
  const answer = await house.nobody.post('/auth/register', { email: 'x', password: 'short' });
  assert.equal(answer.status, 422);
  assert.deepEqual(answer.body.error.details.map((detail: { field: string }) => detail.field).sort(), ['email', 'name', 'password']);
});

test('the longest of names and the most growing of addresses are no failure of ours', async () => {
  const person = { email: 'long@example.com', password: 'long enough', name: '😀'.repeat(200) };
  assert.equal((await house.nobody.post('/auth/register', person)).status, 201);
  // Written in its one spelling this is nine times as long.
  const email = `${'\ufdfa'.repeat(100)}@example.com`;
  const answer = await house.nobody.post('/auth/register', { ...person, email });
  assert.equal(answer.status, 422);
  assert.deepEqual(answer.body.error.details, [{ field: 'email', message: 'must be an e-mail address' }]);
});

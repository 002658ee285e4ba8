import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct, aShop } from '../../../../../test/shop.ts';
import { createTestApp } from '../../../../../test/test-app.ts';

const app = await createTestApp({ env: { PASSWORD_HASH_MEMORY_KIB: '19456' } });
const guessingShop = await aShop(app);
const other = await aShop(app);
const product = await aProduct(other);
const guess = { current_password: 'a wrong password', new_password: 'another long password' };

test('ninety concurrent wrong passwords do not block other users', async () => {
  const guesses = Array.from({ length: 90 }, () => guessingShop.owner.post('/auth/change-password', guess));
  const sale = { items: [{ product_id: product.id, quantity: 1 }], payment_method: 'cash' };
  const sales = Array.from({ length: 20 }, () => other.owner.post('/transactions', sale));
  const person = { email: 'newcomer@example.com', password: 'a long password', name: 'Nina Newcomer' };
  const newcomer = app.anonymous.post('/auth/register', person);
  assert.deepEqual(new Set((await Promise.all(sales)).map(({ status }) => status)), new Set([201]));
  assert.equal((await newcomer).status, 201);
  const statuses = (await Promise.all(guesses)).map(({ status }) => status);
  // Wrong password, locked out, or rejected for overload.
  assert.ok(statuses.every((status) => [422, 429, 503].includes(status)));
  assert.ok(statuses.filter((status) => status === 422).length <= 10);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct, aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { AppError } from '../../core/errors.ts';

const app = await createTestApp();
const shop = await aShop(app);
const product = await aProduct(shop);
const sale = { items: [{ product_id: product.id, quantity: 2 }], payment_method: 'cash' };
const { id } = (await shop.owner.post('/transactions', sale)).body.data;
const preview = (body: object, headers = {}) => shop.owner.post(`/transactions/${id}/refund/preview`, body, headers);

const countStoredResponses = async () =>
  (await app.admin.query('select key from idempotency_keys where merchant_id = $1', [shop.merchant_id])).rowCount;

test('a preview stores nothing under its idempotency key', async () => {
  const before = await countStoredResponses();
  const key = { 'idempotency-key': 'one press' };
  assert.equal((await preview({ amount: 5 }, key)).body.data.amount, 5);
  // While the user types, the page repeats the key with another amount. That is no conflict.
  assert.equal((await preview({ amount: 15 }, key)).body.data.amount, 15);
  assert.equal(await countStoredResponses(), before);
});

test('a full disk rejects a refund, but not a preview', async () => {
  const { database } = app.fastify.services;
  const { checkDiskSpace } = database;
  Object.assign(database, {
    checkDiskSpace() {
      throw new AppError('UNAVAILABLE', 'The disk is almost full');
    },
  });
  try {
    assert.equal((await shop.owner.post(`/transactions/${id}/refund`, { amount: 5 })).status, 503);
    assert.equal((await preview({ amount: 5 })).status, 200);
  } finally {
    Object.assign(database, { checkDiskSpace });
  }
});

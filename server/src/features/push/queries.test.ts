import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { lockCursor, registerMerchant } from './queries.ts';

const app = await createTestApp();

test('of two processes that read a merchant’s events, one goes on without waiting for the other', async () => {
  const { merchant_id } = await aShop(app);
  const locked = () => app.database.transaction(merchant_id, lockCursor);
  assert.equal(await locked(), undefined, 'before its first registration');
  await app.database.transaction(merchant_id, registerMerchant);
  await app.database.transaction(merchant_id, async (tx) => {
    assert.ok(await lockCursor(tx));
    assert.equal(await locked(), undefined);
  });
  assert.ok(await locked());
});

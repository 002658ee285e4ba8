import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aShop } from '../../../../../test/shop.ts';
import { createTestApp } from '../../../../../test/test-app.ts';
import { AppError } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import { changePassword } from './change-password.ts';
import { hashPassword, isWeaker, limitHashes } from './passwords.ts';

const memory_kib = 1_024;

test('twenty passwords of a source may wait to be hashed; the next one is told to come back', async () => {
  limitHashes(1);
  const hashes = Array.from({ length: 22 }, () => hashPassword('a long password', memory_kib, 'one source'));
  const settled = await Promise.allSettled(hashes);
  const rejected = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  assert.equal(rejected.length, 1);
  assert.ok(rejected[0] instanceof AppError);
  assert.deepEqual([rejected[0].code, rejected[0].retry_after_s], ['UNAVAILABLE', 2]);
});

test('a hash is weaker if it used less memory than is configured now', async () => {
  const hash = await hashPassword('a long password', memory_kib);
  assert.deepEqual([isWeaker(hash, memory_kib), isWeaker(hash, memory_kib + 1)], [false, true]);
});

test('a change of the password fails if another one came first', async () => {
  const app = await createTestApp();
  const shop = await aShop(app);
  const { rows } = await app.admin.query<{ password_hash: string }>('select password_hash from users where id = $1', [
    shop.owner_id,
  ]);
  const change = {
    user_id: shop.owner_id,
    session_id: newId(),
    current_hash: 'the hash before the other change',
    new_hash: 'the new hash',
    home_merchant_id: shop.merchant_id,
    address: '127.0.0.1',
  };
  await assert.rejects(
    app.database.transaction(shop.merchant_id, (tx) => changePassword(tx, change, app.clock.now())),
    { code: 'VALIDATION_ERROR', details: [{ field: 'current_password', message: 'is not your password' }] },
  );
  const after = await app.admin.query('select password_hash from users where id = $1', [shop.owner_id]);
  assert.deepEqual(after.rows, rows);
});

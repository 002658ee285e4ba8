import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aShop } from '../../../../../test/shop.ts';
import { createTestApp } from '../../../../../test/test-app.ts';
import { AppError } from '../../../core/errors.ts';
import { changePassword } from './change-password.ts';
import { hashPassword, isWeaker, limitHashes } from './passwords.ts';

const memory_kib = 1_024;

/** How many of these passwords are not hashed, because too many wait. */
async function countRejected(passwords: number, source: (at: number) => string): Promise<number> {
  const hashes = Array.from({ length: passwords }, (_, at) => hashPassword('a long password', 8, source(at)));
  const rejected = (await Promise.allSettled(hashes)).filter(({ status }) => status === 'rejected');
  for (const { reason } of rejected as PromiseRejectedResult[]) {
    assert.ok(reason instanceof AppError);
    assert.deepEqual([reason.code, reason.retry_after_s], ['UNAVAILABLE', 2]);
  }
  return rejected.length;
}

test('twenty passwords of a source may wait to be hashed, and 400 of all; the next one is told to come back', async () => {
  limitHashes(2);
  assert.equal(await countRejected(23, () => 'one source'), 1);
  assert.equal(await countRejected(403, (at) => `source ${at}`), 1);
  limitHashes(1);
  assert.equal(await countRejected(23, () => 'one source'), 2);
  assert.equal(await countRejected(23, (at) => `2001:db8:1:1::${at}`), 2, 'an IPv6 network is one source');
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
  const session = (await shop.owner.get('/auth/sessions')).body.data[0];
  const change = {
    user_id: shop.owner_id,
    session_id: session.id,
    current_hash: 'the hash before the other change',
    new_hash: 'the new hash',
    home_merchant_id: shop.merchant_id,
    address: '127.0.0.1',
    email: '',
    notice: undefined,
  };
  await assert.rejects(
    app.database.transaction(shop.merchant_id, (tx) => changePassword(tx, change, app.clock.now())),
    { code: 'VALIDATION_ERROR', details: [{ field: 'current_password', message: 'is not your password' }] },
  );
  const after = await app.admin.query('select password_hash from users where id = $1', [shop.owner_id]);
  assert.deepEqual(after.rows, rows);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aShop } from '../../../../../test/shop.ts';
import { createTestApp } from '../../../../../test/test-app.ts';
import { until } from '../../../../../test/until.ts';
import { sendBeside, untilLockWait } from '../../../../../test/waiting.ts';
import { changePassword } from '../accounts/change-password.ts';
import { hashPassword } from '../accounts/passwords.ts';

const app = await createTestApp({ env: { PASSWORD_HASH_MEMORY_KIB: '1024' } });
const password = 'correct horse battery';

async function anAccount() {
  const shop = await aShop(app);
  const { email } = (await shop.owner.get('/auth/me')).body.data;
  const hash = async (): Promise<string> =>
    (await app.admin.query('select password_hash from users where id = $1', [shop.owner_id])).rows[0].password_hash;
  const change = {
    user_id: shop.owner_id,
    session_id: (await shop.owner.get('/auth/sessions')).body.data[0].id as string,
    home_merchant_id: shop.merchant_id,
    address: '127.0.0.1',
    email: '',
    notice: undefined,
  };
  const logIn = () => app.anonymous.post('/auth/login', { email, password });
  return { shop, hash, change, logIn };
}

test('a sign-in whose password is changed meanwhile is refused like a wrong password', async () => {
  const { shop, hash, change, logIn } = await anAccount();
  const [current_hash, new_hash] = [await hash(), await hashPassword('another password', 1_024)];
  const reply = await sendBeside(
    shop,
    (tx, { now }) => changePassword(tx, { ...change, current_hash, new_hash }, now),
    logIn,
  );
  const wrong = await app.anonymous.post('/auth/login', { email: 'unknown@example.com', password });
  assert.deepEqual([reply.status, reply.body.error], [401, wrong.body.error]);
  const { rows } = await app.admin.query('select id from sessions where user_id = $1 and ended_at is null', [
    shop.owner_id,
  ]);
  assert.deepEqual(rows, [{ id: change.session_id }]);
  // The response does not wait for its entry.
  await until(async () => {
    const { rowCount } = await app.admin.query(
      `select from audit_entries where merchant_id = $1 and action = 'session.refused' and subject_id = $2`,
      [shop.merchant_id, shop.owner_id],
    );
    return rowCount === 1;
  });
});

test('a sign-in succeeds if its hash was renewed meanwhile from the same password', async () => {
  const { shop, hash, change, logIn } = await anAccount();
  const [current_hash, new_hash] = [await hash(), await hashPassword(password, 2_048)];
  const reply = await sendBeside(
    shop,
    (tx, { now }) => changePassword(tx, { ...change, current_hash, new_hash }, now),
    logIn,
  );
  assert.equal(reply.status, 200, reply.text);
});

test('a change of the password waits for a sign-in that has begun its session, and ends it', async () => {
  const { shop, logIn } = await anAccount();
  const client = await app.admin.connect();
  try {
    await client.query('begin');
    await client.query('select from known_devices where user_id = $1 for update', [shop.owner_id]);
    const signingIn = logIn();
    await untilLockWait(app.admin, 1);
    const changing = shop.owner.post('/auth/change-password', {
      current_password: password,
      new_password: 'a password of later',
    });
    await untilLockWait(app.admin, 2);
    await client.query('commit');
    const [signedIn, changed] = await Promise.all([signingIn, changing]);
    assert.deepEqual([signedIn.status, changed.status], [200, 200]);
    const headers = { authorization: `Bearer ${signedIn.body.data.access_token}` };
    assert.equal((await app.anonymous.get('/auth/me', headers)).status, 401);
  } finally {
    client.release(true);
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCaller } from '../../../../../test/caller.ts';
import { aShop, aStaffMember } from '../../../../../test/shop.ts';
import { addMemberWithAccount } from '../../../../../test/staff.ts';
import { createTestApp } from '../../../../../test/test-app.ts';
import { until } from '../../../../../test/until.ts';
import { hasLockWait } from '../../../../../test/waiting.ts';
import { newId } from '../../../core/ids.ts';
import { hashPassword } from '../accounts/passwords.ts';

const app = await createTestApp();
let people = 0;

/** A new user and the response of their login. */
async function aLogin() {
  const person = { email: `person${++people}@example.com`, password: 'long enough', name: 'Person' };
  assert.equal((await app.anonymous.post('/auth/register', person)).status, 201);
  const answer = await app.anonymous.post('/auth/login', { email: person.email, password: person.password });
  assert.equal(answer.status, 200, answer.text);
  const { access_token, refresh_token } = answer.body.data as { access_token: string; refresh_token: string };
  return { ...person, refresh_token, caller: createCaller(app.fastify, { authorization: `Bearer ${access_token}` }) };
}

const refresh = (refresh_token: string, rotate?: boolean) =>
  app.anonymous.post('/auth/refresh', { refresh_token, ...(rotate === undefined ? {} : { rotate }) });

const bearer = (token: string) => createCaller(app.fastify, { authorization: `Bearer ${token}` });

test('login returns exactly the documented fields', async () => {
  const { email, password } = await aLogin();
  const answer = await app.anonymous.post('/auth/login', { email: email.toUpperCase(), password });
  assert.deepEqual(Object.keys(answer.body.data).sort(), ['access_token', 'expires_in', 'refresh_token', 'user']);
  assert.deepEqual(Object.keys(answer.body.data.user), ['id', 'email', 'name', 'role']);
  assert.equal(answer.body.data.expires_in, 900);
  assert.equal(answer.body.data.user.role, 'owner');
});

test('ignores a bearer header on a public path', async () => {
  const { email, password } = await aLogin();
  assert.equal((await bearer('rubbish').post('/auth/login', { email, password })).status, 200);
});

test('returns the same error for an unknown e-mail and a wrong password', async () => {
  const { email } = await aLogin();
  const wrong = await app.anonymous.post('/auth/login', { email, password: 'not this one' });
  const unknown = await app.anonymous.post('/auth/login', { email: 'unknown@example.com', password: 'not this one' });
  assert.equal(wrong.status, 401);
  assert.equal(wrong.body.error.code, 'INVALID_CREDENTIALS');
  assert.equal(unknown.status, 401);
  assert.equal(unknown.text, wrong.text);
});

test('stores passwords and tokens as hashes only', async () => {
  const { email, refresh_token } = await aLogin();
  const { rows } = await app.admin.query(
    `select u.password_hash, t.token_hash from users u join sessions s on s.user_id = u.id join session_tokens t on t.session_id = s.id where u.email = $1`,
    [email],
  );
  assert.match(rows[0].password_hash, /^\$argon2id\$/);
  assert.ok(!JSON.stringify(rows).includes(refresh_token));
});

test('login replaces a hash that uses less memory than configured, and keeps one that uses more', async () => {
  const { email, password } = await aLogin();
  const stored = async () =>
    (await app.admin.query<{ password_hash: string }>('select password_hash from users where email = $1', [email]))
      .rows[0]?.password_hash ?? '';
  const keep = (password_hash: string) =>
    app.admin.query('update users set password_hash = $2 where email = $1', [email, password_hash]);
  const logIn = async () => (await app.anonymous.post('/auth/login', { email, password })).status;
  await keep(await hashPassword(password, 256));
  assert.match(await stored(), /m=256,/);
  assert.equal(await logIn(), 200);
  const replaced = await stored();
  assert.match(replaced, /m=1024,t=2,p=1/);
  assert.deepEqual([await logIn(), await stored()], [200, replaced]);
  const strong = await hashPassword(password, 2_048);
  await keep(strong);
  assert.equal(await logIn(), 200);
  assert.equal(await stored(), strong);
});

for (const path of ['/auth/refresh', '/auth/refresh-token']) {
  test(`${path} returns an access token, and the refresh token stays valid`, async () => {
    const { refresh_token } = await aLogin();
    for (const _ of [1, 2]) {
      const answer = await app.anonymous.post(path, { refresh_token });
      assert.equal(answer.status, 200, answer.text);
      assert.deepEqual(Object.keys(answer.body.data).sort(), ['access_token', 'expires_in']);
      assert.equal((await bearer(answer.body.data.access_token).get('/auth/me')).status, 200);
    }
  });
}

test('rotation replaces the refresh token; using the old one again ends this session only', async () => {
  const { refresh_token, caller } = await aLogin();
  const other = await aLogin();
  const rotated = await refresh(refresh_token, true);
  assert.equal(rotated.status, 200);
  const { refresh_token: newer } = rotated.body.data;
  assert.notEqual(newer, refresh_token);
  assert.equal((await refresh(newer)).status, 200);

  app.clock.advance(10_001);
  const reused = await refresh(refresh_token);
  assert.equal(reused.status, 401);
  assert.equal(reused.body.error.code, 'UNAUTHENTICATED');
  assert.equal((await refresh(newer)).status, 401);
  const { rows } = await app.admin.query(`select ended_at from sessions where id = $1`, [
    sessionOf(caller.headers.authorization),
  ]);
  assert.notEqual(rows[0].ended_at, null);
  assert.equal((await refresh(other.refresh_token)).status, 200);
});

test('a session ends a year after its start, even if its token is renewed', async () => {
  const { caller, refresh_token } = await aLogin();
  const id = sessionOf(caller.headers.authorization);
  const lifetimeDays = async () =>
    (
      await app.admin.query(
        'select extract(day from expires_at - created_at)::int as days from sessions where id = $1',
        [id],
      )
    ).rows[0].days;
  assert.equal(await lifetimeDays(), 30);
  await app.admin.query(`update sessions set created_at = created_at - interval '350 days' where id = $1`, [id]);
  assert.equal((await refresh(refresh_token, true)).status, 200);
  assert.equal(await lifetimeDays(), 365);
});

test('concurrent rotations each return a token that works, also after the grace period', async () => {
  const { refresh_token } = await aLogin();
  // Connections are opened on demand. Without this, the first request would finish before the others have a connection.
  await Promise.all(Array.from({ length: 5 }, () => refresh(refresh_token)));
  const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(refresh_token, true)));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200, 200],
  );
  const rotatedTokens = answers.map(({ body }) => body.data.refresh_token as string);
  assert.equal(new Set(rotatedTokens).size, 5);
  app.clock.advance(10_001);
  for (const token of rotatedTokens) assert.equal((await refresh(token)).status, 200);
  assert.equal((await refresh(refresh_token)).status, 401, 'the old token counts as stolen');
  for (const token of rotatedTokens) assert.equal((await refresh(token)).status, 401, 'its use ended the session');
});

test('a rotation waits for another one of the same session', async () => {
  const { refresh_token, caller } = await aLogin();
  const client = await app.admin.connect();
  await client.query('begin');
  // The update of the session would not wait for this lock.
  await client.query('select from sessions where id = $1 for key share', [sessionOf(caller.headers.authorization)]);
  let isAnswered = false;
  const rotated = refresh(refresh_token, true).finally(() => {
    isAnswered = true;
  });
  await until(async () => isAnswered || (await hasLockWait(app.admin)));
  const wasAnswered = isAnswered;
  await client.query('commit');
  client.release();
  assert.equal(wasAnswered, false);
  assert.equal((await rotated).status, 200);
});

test('within the grace period a rotated token yields at most twenty others, and the session does not end', async () => {
  const { refresh_token } = await aLogin();
  const statuses: number[] = [];
  for (let turn = 0; turn < 22; turn += 1) statuses.push((await refresh(refresh_token, true)).status);
  assert.deepEqual([statuses.filter((status) => status === 200).length, statuses.at(-1)], [20, 401]);
});

test('keeps only the last hundred retired tokens', async () => {
  const { caller, refresh_token } = await aLogin();
  const session_id = sessionOf(caller.headers.authorization);
  await app.admin.query(
    `insert into session_tokens (token_hash, session_id, retired_at, created_at)
     select sha256(i::text::bytea), $1, now() - make_interval(mins => 200 - i), now() from generate_series(1, 100) i`,
    [session_id],
  );
  assert.equal((await refresh(refresh_token, true)).status, 200);
  const { rows } = await app.admin.query(
    `select count(*)::int as kept, bool_or(token_hash = sha256('1')) as oldest, bool_or(token_hash = sha256('2')) as second
     from session_tokens where session_id = $1 and retired_at is not null`,
    [session_id],
  );
  assert.deepEqual(rows[0], { kept: 100, oldest: false, second: true });
  app.clock.advance(10_001);
  assert.equal((await refresh(refresh_token)).status, 401);
});

test('rejects unknown and expired refresh tokens alike; a missing one is a validation error', async () => {
  const { refresh_token, caller } = await aLogin();
  const unknown = await refresh('an unknown token');
  await app.admin.query(`update sessions set expires_at = now() - interval '1 second' where id = $1`, [
    sessionOf(caller.headers.authorization),
  ]);
  const expired = await refresh(refresh_token);
  assert.equal(unknown.status, 401);
  assert.equal(expired.text, unknown.text);
  const missing = await app.anonymous.post('/auth/refresh', {});
  assert.equal(missing.status, 422);
  assert.equal(missing.body.error.details[0].field, 'refresh_token');
});

test('logout ends the session immediately: both of its tokens stop working', async () => {
  const { caller, refresh_token, email, password } = await aLogin();
  assert.equal((await caller.get('/auth/me')).status, 200);
  const other = await app.anonymous.post('/auth/login', { email, password });
  const answer = await caller.post('/auth/logout', '', { 'content-type': 'application/json' });
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual(Object.keys(answer.body), ['success', 'message']);
  for (const late of [await caller.get('/auth/me'), await caller.post('/auth/logout'), await refresh(refresh_token)]) {
    assert.equal(late.status, 401);
    assert.equal(late.body.error.code, 'UNAUTHENTICATED');
  }
  assert.equal((await bearer(other.body.data.access_token).get('/auth/me')).status, 200, 'another session stays open');
});

test('logout and /auth/me need a token', async () => {
  assert.equal((await app.anonymous.post('/auth/logout')).status, 401);
  assert.equal((await app.anonymous.get('/auth/me')).status, 401);
});

test('/auth/me returns the user, the merchant and a branch', async () => {
  const shop = await aShop(app);
  const me = await shop.owner.get('/auth/me');
  assert.equal(me.status, 200);
  const { email, ...rest } = me.body.data;
  assert.match(email, /@example\.com$/);
  const { merchant_id, branch_id } = shop;
  assert.deepEqual(rest, {
    id: shop.owner_id,
    name: 'Olivia Owner',
    role: 'owner',
    merchant_id,
    branch_id,
    branch_ids: null,
  });
});

test('/auth/me follows X-Merchant-ID, and returns the user’s own branch there', async () => {
  const shop = await aShop(app);
  const branch = await shop.owner.post('/branches', { name: 'Harbour' });
  const cashier = await aStaffMember(shop, 'cashier', branch.body.data.id);
  assert.equal((await cashier.get('/auth/me')).body.data.branch_id, branch.body.data.id);

  const { email, caller } = await aLogin();
  await addMemberWithAccount(shop.owner, caller, { email, name: 'Visitor', role: 'viewer' });
  const home = await caller.get('/auth/me');
  const there = await caller.get('/auth/me', { 'x-merchant-id': shop.merchant_id });
  assert.equal(home.body.data.role, 'owner');
  assert.equal(there.body.data.role, 'viewer');
  assert.equal(there.body.data.merchant_id, shop.merchant_id);
  assert.equal((await caller.get('/auth/me', { 'x-merchant-id': newId() })).status, 403);
});

test('a user dismissed by their home merchant can sign in, and gets FORBIDDEN there', async () => {
  const shop = await aShop(app);
  const cashier = await aStaffMember(shop, 'cashier');
  const { id, email } = (await cashier.get('/auth/me')).body.data;
  assert.equal((await shop.owner.delete(`/staff/${id}`)).status, 200);
  const signedIn = await app.anonymous.post('/auth/login', { email, password: 'another long password' });
  assert.deepEqual([signedIn.status, signedIn.body.data.user.role], [200, 'viewer']);
  const me = await cashier.get('/auth/me');
  assert.equal(me.status, 403);
  assert.equal(me.body.error.code, 'FORBIDDEN');
  assert.equal((await cashier.get('/devices')).status, 200, 'the session itself stays open');
});

function sessionOf(authorization = ''): string {
  return JSON.parse(Buffer.from(authorization.split('.')[1] ?? '', 'base64url').toString()).sid;
}

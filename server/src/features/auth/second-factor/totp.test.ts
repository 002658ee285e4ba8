import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import { createCaller } from '../../../../../test/caller.ts';
import { aSession, aShop, aStaffMember } from '../../../../../test/shop.ts';
import { createTestApp } from '../../../../../test/test-app.ts';
import { until } from '../../../../../test/until.ts';
import { no_merchant_id } from '../../../core/ids.ts';
import { confirmTotpFactor, consumeStep } from './totp-queries.ts';

const app = await createTestApp();
const password = 'a good long password';
let people = 0;

interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the test asserts the shape of the response.
  body: any;
}

async function send(
  method: 'POST' | 'DELETE',
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await app.fastify.inject({ method, url: `/api/v1${path}`, headers, payload: body });
  return { status: answer.statusCode, body: answer.json() };
}

async function aPerson() {
  const email = `factor${++people}@example.com`;
  assert.equal((await app.anonymous.post('/auth/register', { email, password, name: 'Factor' })).status, 201);
  const logIn = (code?: string) =>
    app.anonymous.post('/auth/login', { email, password, ...(code === undefined ? {} : { code }) });
  const headers = { authorization: `Bearer ${(await logIn()).body.data.access_token}` };
  return { email, logIn, headers, caller: createCaller(app.fastify, headers) };
}

/** A user with an authenticator app. Each call of `code` returns the code of the next time step: a code works once. */
async function withApp() {
  const person = await aPerson();
  const { secret } = (await person.caller.post('/auth/totp', { password })).body.data;
  const authenticator = new TOTP({ secret: Secret.fromBase32(secret) });
  const code = (ahead_s = 0) => authenticator.generate({ timestamp: Date.parse(app.clock.now()) + ahead_s * 1_000 });
  const confirmed = await person.caller.post('/auth/totp/confirm', { code: code() });
  assert.equal(confirmed.status, 200, confirmed.text);
  app.clock.advance(30_000);
  return { ...person, secret, code, recovery_codes: confirmed.body.data.recovery_codes as string[] };
}

/** The user's entries in the audit trail, oldest first. */
async function actionsOf(email: string): Promise<string[]> {
  const { rows } = await app.admin.query<{ action: string }>(
    'select a.action from audit_entries a join users u on u.id = a.subject_id where u.email = $1 order by a.id',
    [email],
  );
  return rows.map(({ action }) => action);
}

const detailsOf = ({ body }: Answer): string[] => body.error.details.map(({ field }: { field: string }) => field);

test('login needs a code after the app was confirmed, and reports its absence only for a correct password', async () => {
  const { caller, logIn, email, code } = await withApp();
  const missing = await logIn();
  assert.deepEqual(
    [missing.status, missing.body.error.code, detailsOf(missing)],
    [401, 'INVALID_CREDENTIALS', ['code']],
  );
  for (const blank of ['', '  ']) assert.equal((await logIn(blank)).body.error.message, missing.body.error.message);
  const wrongPassword = await app.anonymous.post('/auth/login', { email, password: 'not this one', code: code() });
  assert.deepEqual([wrongPassword.status, detailsOf(wrongPassword)], [401, []]);
  const refused = async () => (await actionsOf(email)).filter((action) => action === 'session.refused').length;
  await until(async () => (await refused()) === 1);
  const wrongCode = await logIn('000000');
  assert.deepEqual([wrongCode.status, detailsOf(wrongCode)], [401, ['code']]);
  await until(async () => (await refused()) === 2);
  assert.equal((await logIn(code())).status, 200);
  assert.equal((await caller.get('/auth/totp')).body.data.enabled, true);
});

test('an unconfirmed secret is not required at login, and can be replaced', async () => {
  const { caller, logIn } = await aPerson();
  assert.deepEqual(detailsOf(await caller.post('/auth/totp', { password: 'not this one' })), ['password']);
  assert.equal((await caller.post('/auth/totp/confirm', { code: '123456' })).body.error.code, 'INVALID_STATE');
  const first = (await caller.post('/auth/totp', { password })).body.data;
  const second = (await caller.post('/auth/totp', { password })).body.data;
  assert.notEqual(first.secret, second.secret);
  assert.match(second.otpauth_url, new RegExp(`^otpauth://totp/Tillhouse:factor.*secret=${second.secret}`));
  assert.equal((await logIn()).status, 200);
  const old = new TOTP({ secret: Secret.fromBase32(first.secret) }).generate({
    timestamp: Date.parse(app.clock.now()),
  });
  assert.deepEqual(detailsOf(await caller.post('/auth/totp/confirm', { code: old })), ['code']);
  assert.equal((await caller.get('/auth/totp')).body.data.enabled, false);
});

test('accepts the previous and the next code, and no other', async () => {
  const { logIn, code } = await withApp();
  app.clock.advance(60_000);
  assert.equal((await logIn(code(-60))).status, 401);
  assert.equal((await logIn(code(60))).status, 401);
  assert.equal((await logIn(code(-30))).status, 200);
  assert.equal((await logIn(code(30))).status, 200);
});

test('accepts a code again for the same sign-in after a lost response, and for no other', async () => {
  const { email, logIn, code, recovery_codes } = await withApp();
  const [recovery = ''] = recovery_codes;
  for (const used of [code(), recovery]) {
    const start = app.clock.now();
    const freezeAfter = (ms: number) => app.clock.freeze(new Date(Date.parse(start) + ms).toISOString());
    freezeAfter(0);
    const attempt = (key?: string) =>
      app.anonymous.post(
        '/auth/login',
        { email, password, code: used },
        key === undefined ? {} : { 'idempotency-key': key },
      );
    assert.equal((await attempt('first')).status, 200);
    const repeated = await attempt('first');
    assert.equal(repeated.status, 200, repeated.text);
    assert.equal((await attempt('second')).status, 401);
    assert.equal((await attempt()).status, 401);
    if (used === recovery) {
      freezeAfter(89_999);
      assert.equal((await attempt('first')).status, 200);
    }
    freezeAfter(90_000);
    assert.equal((await attempt('first')).status, 401, 'the time to repeat is over');
    app.clock.set(app.clock.now());
  }
  assert.equal((await logIn(code())).status, 200);
});

// Eight, because an account has ten failures: the rejected requests count, and so does the repetition below.
test('accepts a code once, even when eight requests send it at the same time', async () => {
  const { logIn, code } = await withApp();
  const one = code();
  const answers = await Promise.all(Array.from({ length: 8 }, () => logIn(one)));
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  assert.equal((await logIn(one)).status, 401);
  app.clock.advance(30_000);
  assert.equal((await logIn(code())).status, 200);
});

test('a code that confirmed the app does not sign in', async () => {
  const { caller, logIn } = await aPerson();
  const { secret } = (await caller.post('/auth/totp', { password })).body.data;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.parse(app.clock.now()) });
  assert.equal((await caller.post('/auth/totp/confirm', { code })).status, 200);
  assert.equal((await logIn(code)).status, 401);
});

test('each recovery code signs in once, in any spelling', async () => {
  const { logIn, recovery_codes, caller } = await withApp();
  assert.equal(new Set(recovery_codes).size, 10);
  for (const one of recovery_codes) assert.match(one, /^([2-9a-z]{4}-){3}[2-9a-z]{4}$/);
  // Of 31 letters and digits, 160 random ones have nearly all.
  assert.ok(new Set(recovery_codes.join('')).size > 20);
  const [first = '', second = ''] = recovery_codes;
  assert.equal((await logIn(first)).status, 200);
  assert.equal((await logIn(first)).status, 401);
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => logIn(` ${second.toUpperCase().replaceAll('-', ' ')}`)));
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  assert.equal((await caller.get('/auth/totp')).body.data.recovery_codes_left, 8);
});

test('new recovery codes need password and code, and replace the old ones', async () => {
  const { logIn, recovery_codes, caller, code, email } = await withApp();
  assert.deepEqual(
    detailsOf(await caller.post('/auth/totp/recovery-codes', { password: 'not this one', code: code() })),
    ['password'],
  );
  assert.deepEqual(detailsOf(await caller.post('/auth/totp/recovery-codes', { password, code: '000000' })), ['code']);
  const renewed = await caller.post('/auth/totp/recovery-codes', { password, code: code() });
  assert.equal(renewed.status, 200, renewed.text);
  assert.equal((await logIn(recovery_codes[0])).status, 401);
  assert.equal((await logIn(renewed.body.data.recovery_codes[0])).status, 200);
  assert.ok((await actionsOf(email)).includes('totp.recovery_codes_renewed'));
});

test('removing the second factor needs password and code; afterwards the password is sufficient', async () => {
  const { logIn, headers, code, email } = await withApp();
  const other = await withApp();
  assert.deepEqual(detailsOf(await send('DELETE', '/auth/totp', { password }, headers)), ['code']);
  assert.deepEqual(detailsOf(await send('DELETE', '/auth/totp', { password, code: '000000' }, headers)), ['code']);
  assert.deepEqual(detailsOf(await send('DELETE', '/auth/totp', { password: 'not this one', code: code() }, headers)), [
    'password',
  ]);
  assert.equal((await logIn()).status, 401);
  assert.equal((await send('DELETE', '/auth/totp', { password, code: code() }, headers)).status, 200);
  assert.equal((await logIn()).status, 200);
  assert.equal(
    (await send('DELETE', '/auth/totp', { password, code: code() }, headers)).body.error.code,
    'INVALID_STATE',
  );
  assert.ok((await actionsOf(email)).includes('totp.disabled'));
  assert.equal((await other.logIn()).status, 401);
  assert.equal((await other.caller.get('/auth/totp')).body.data.recovery_codes_left, 10);
});

test('a code of a secret that was replaced meanwhile confirms and signs in nothing', async () => {
  const { caller } = await aPerson();
  assert.equal((await caller.post('/auth/totp', { password })).status, 200);
  const user_id = (await caller.get('/auth/me')).body.data.id as string;
  const { rows } = await app.admin.query('select secret from totp_factors where user_id = $1', [user_id]);
  const { global } = app.database;
  const confirm = (secret: string) =>
    app.database.transaction(no_merchant_id, (tx) =>
      confirmTotpFactor(tx, { user_id, secret, step: 1 }, app.clock.now()),
    );
  const use = (secret: string) => consumeStep(global, { user_id, secret, step: 2, key_hash: null });
  const [{ secret }] = rows;
  assert.deepEqual([await confirm('replaced'), await confirm(secret), await confirm(secret)], [0, 1, 0]);
  assert.deepEqual([await use('replaced'), await use(secret), await use(secret)], [0, 1, 0]);
});

test('stores secrets encrypted and codes as hashes, and neither of them in stored responses or the audit trail', async () => {
  const { caller, email } = await aPerson();
  const key = { 'idempotency-key': 'totp-1' };
  const { secret } = (await caller.post('/auth/totp', { password }, key)).body.data;
  const again = await caller.post('/auth/totp', { password }, key);
  assert.deepEqual(
    [again.headers['idempotent-replayed'], again.body.data],
    ['true', { secret: null, otpauth_url: null }],
  );
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.parse(app.clock.now()) });
  const confirm = () => caller.post('/auth/totp/confirm', { code }, { 'idempotency-key': 'totp-2' });
  const { recovery_codes } = (await confirm()).body.data;
  assert.deepEqual((await confirm()).body.data, { recovery_codes: [] });
  const { rows } = await app.admin.query(
    `select coalesce(string_agg(t::text, ' '), '') as all from (
       select to_jsonb(f) as t from totp_factors f union all select to_jsonb(r) from recovery_codes r
       union all select to_jsonb(k) from idempotency_keys k union all select to_jsonb(a) from audit_entries a) everything`,
  );
  for (const value of [secret, ...recovery_codes]) assert.ok(!rows[0].all.includes(value));
  const audited = (await actionsOf(email)).filter((action) => action.startsWith('totp'));
  assert.deepEqual(audited, ['totp.enabled']);
});

test('counts wrong codes: after ten even the correct code is rejected', async () => {
  const { logIn, code } = await withApp();
  for (let turn = 0; turn < 10; turn += 1) assert.equal((await logIn('000000')).status, 401);
  assert.equal((await logIn(code())).status, 429);
});

test('a correct password without its code is not a failure', async () => {
  const { logIn, code } = await withApp();
  for (let turn = 0; turn < 15; turn += 1) assert.equal((await logIn()).status, 401);
  assert.equal((await logIn(code())).status, 200);
});

test('a role that needs a second factor has no access to the merchant without one', async () => {
  const shop = await aShop(app);
  const viewer = await aStaffMember(shop, 'viewer');
  const settings = await shop.owner.put('/merchant', { require_totp_roles: ['manager', 'owner'] });
  assert.deepEqual(settings.body.data.require_totp_roles, ['owner', 'manager']);
  const refused = await shop.owner.get('/products');
  assert.deepEqual(
    [refused.status, refused.body.error.code, detailsOf(refused)],
    [403, 'FORBIDDEN', ['second_factor']],
  );
  assert.equal(
    (await shop.owner.put('/merchant', { require_totp_roles: [] })).status,
    403,
    'the setting itself cannot be changed',
  );
  assert.equal((await shop.owner.get('/auth/me')).status, 200);
  assert.equal((await viewer.get('/products')).status, 200, 'other roles do not need it');

  const { secret } = (await shop.owner.post('/auth/totp', { password: 'correct horse battery' })).body.data;
  const { email } = (await shop.owner.get('/auth/me')).body.data;
  const unconfirmed = await aSession(app, email, 'correct horse battery');
  assert.equal((await unconfirmed.get('/products')).status, 403, 'a secret that is not confirmed is no second factor');
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.parse(app.clock.now()) });
  assert.equal((await shop.owner.post('/auth/totp/confirm', { code })).status, 200);
  assert.equal((await shop.owner.get('/products')).status, 200, 'immediately');
});

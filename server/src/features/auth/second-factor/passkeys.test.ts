import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { type Credential, type Deviation, makePasskey, signChallenge } from '../../../../../test/authenticator.ts';
import { createCaller } from '../../../../../test/caller.ts';
import { aSession, aShop } from '../../../../../test/shop.ts';
import { createTestApp } from '../../../../../test/test-app.ts';
import { maintenanceTasks } from '../../../app/app.ts';
import { runMaintenance } from '../../../platform/maintenance/maintenance.ts';
import { usePasskey } from './passkey-queries.ts';
import { isRecentSignIn } from './passkeys.ts';
import { hashOfChallenge } from './totp-rules.ts';

const origin = 'https://till.example';
const app = await createTestApp({ env: { PUBLIC_URL: origin } });
const password = 'a good long password';
let people = 0;

async function aPerson() {
  const email = `passkey${++people}@example.com`;
  assert.equal((await app.anonymous.post('/auth/register', { email, password, name: 'Passkey' })).status, 201);
  const { access_token } = (await app.anonymous.post('/auth/login', { email, password })).body.data;
  return { email, caller: createCaller(app.fastify, { authorization: `Bearer ${access_token}` }) };
}

type Person = Awaited<ReturnType<typeof aPerson>>;

const detailsOf = ({ body }: { body: { error: { details: { field: string }[] } } }) =>
  body.error.details.map(({ field }) => field);

async function register({ caller }: Pick<Person, 'caller'>, deviation: Deviation = {}, name = ' Phone ') {
  const options = await caller.post('/auth/passkeys/options', {});
  assert.equal(options.status, 200, options.text);
  const { credential, response } = makePasskey(options.body.data, origin, deviation);
  return {
    credential,
    response,
    options: options.body.data,
    answer: await caller.post('/auth/passkeys', { name, response }),
  };
}

async function withPasskey() {
  const person = await aPerson();
  const { credential, answer } = await register(person);
  assert.equal(answer.status, 201, answer.text);
  return { ...person, credential, id: answer.body.data.id as string };
}

const challenge = async () => (await app.anonymous.post('/auth/passkeys/sign-in/options')).body.data;

async function signIn(credential: Credential, deviation: Deviation = {}) {
  return app.anonymous.post('/auth/passkeys/sign-in', {
    response: signChallenge(credential, await challenge(), origin, deviation),
  });
}

test('a passkey signs in to its own account without password or code', async () => {
  const { credential, email, caller } = await withPasskey();
  const answer = await signIn(credential);
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual(Object.keys(answer.body.data).sort(), ['access_token', 'expires_in', 'refresh_token', 'user']);
  assert.equal(answer.body.data.user.email, email);
  const signedIn = createCaller(app.fastify, { authorization: `Bearer ${answer.body.data.access_token}` });
  assert.equal((await signedIn.get('/auth/me')).body.data.email, email);
  const [listed] = (await caller.get('/auth/passkeys')).body.data;
  assert.deepEqual([listed.name, typeof listed.last_used_at], ['Phone', 'string']);
  const started = (await caller.get('/audit?action=session.started')).body.data;
  assert.deepEqual(
    started.map(({ after }: { after: { by_passkey?: boolean } }) => after.by_passkey),
    [true, undefined],
  );
});

test('in the browser the refresh token is a cookie, and pages of other addresses are rejected', async () => {
  const { credential } = await withPasskey();
  const send = async (headers: Record<string, string>) =>
    app.anonymous.post(
      '/auth/browser/passkey',
      { response: signChallenge(credential, await challenge(), origin) },
      headers,
    );
  assert.equal((await send({ 'sec-fetch-site': 'cross-site' })).status, 403);
  const answer = await send({ 'sec-fetch-site': 'same-origin' });
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.body.data.refresh_token, undefined);
  assert.match(
    String(answer.headers['set-cookie']),
    /^tillhouse_session=[\w-]{43};.*HttpOnly; Secure; SameSite=Strict$/,
  );
});

test('rejects a registration with any wrong property', async () => {
  const other = await register(await aPerson());
  const wrong: [string, Deviation][] = [
    ['another origin', { origin: 'https://other.example' }],
    ['another site', { rp_id: 'other.example' }],
    ['a signature instead of a registration', { type: 'webauthn.get' }],
    ['no user verification', { unverified: true }],
    ['a made-up challenge', { challenge: 'bWFkZSB1cA' }],
    [
      'the challenge of another user',
      { challenge: (await (await aPerson()).caller.post('/auth/passkeys/options', {})).body.data.challenge },
    ],
    ['a used challenge', { challenge: other.options.challenge }],
    ['a challenge to sign in', { challenge: (await challenge()).challenge }],
  ];
  for (const [what, deviation] of wrong) {
    const { answer } = await register(await aPerson(), deviation);
    assert.deepEqual([answer.status, detailsOf(answer)], [422, ['response']], what);
  }
});

test('rejects a sign-in with any wrong property, always with the same error', async () => {
  const { credential } = await withPasskey();
  const other = await withPasskey();
  const otherKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const wrong: [string, Deviation][] = [
    ['another origin', { origin: 'https://other.example' }],
    ['plain http', { origin: 'http://till.example' }],
    ['another site', { rp_id: 'other.example' }],
    ['a registration instead of a signature', { type: 'webauthn.create' }],
    ['no user verification', { unverified: true }],
    ['a made-up challenge', { challenge: 'bWFkZSB1cA' }],
    ['the key of another passkey', { key: otherKey }],
    ['the handle of another user', { user_handle: other.credential.user_handle }],
  ];
  for (const [what, deviation] of wrong) {
    const answer = await signIn(credential, deviation);
    assert.deepEqual(
      [answer.status, answer.body.error.code, answer.body.error.details],
      [401, 'INVALID_CREDENTIALS', []],
      what,
    );
  }
  const unknown = await signIn({ ...credential, id: Buffer.alloc(32, 7).toString('base64url') });
  assert.deepEqual([unknown.status, unknown.body.error.code], [401, 'INVALID_CREDENTIALS']);
  assert.equal((await signIn(credential)).status, 200);
});

test('accepts a challenge once, even when ten requests send it at the same time', async () => {
  const { credential } = await withPasskey();
  const response = signChallenge(credential, await challenge(), origin);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => app.anonymous.post('/auth/passkeys/sign-in', { response })),
  );
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  assert.equal((await app.anonymous.post('/auth/passkeys/sign-in', { response })).status, 401);
});

test('accepts a challenge for five minutes', async () => {
  const { credential, caller } = await withPasskey();
  const start = app.clock.now();
  const freezeAfter = (ms: number) => app.clock.freeze(new Date(Date.parse(start) + ms).toISOString());
  freezeAfter(0);
  const [expired, last] = [await challenge(), await challenge()];
  const options = (await caller.post('/auth/passkeys/options', { password })).body.data;
  freezeAfter(5 * 60_000 - 1);
  const inTime = { response: signChallenge(credential, last, origin) };
  assert.equal((await app.anonymous.post('/auth/passkeys/sign-in', inTime)).status, 200);
  freezeAfter(5 * 60_000);
  const response = signChallenge(credential, expired, origin);
  assert.equal((await app.anonymous.post('/auth/passkeys/sign-in', { response })).status, 401);
  const made = makePasskey(options, origin);
  assert.equal((await caller.post('/auth/passkeys', { name: 'Late', response: made.response })).status, 422);
  await app.anonymous.post('/auth/passkeys/sign-in/options');
  freezeAfter(10 * 60_000 - 1);
  const waiting = await challenge();
  freezeAfter(10 * 60_000);
  await runMaintenance(app.fastify.services, maintenanceTasks);
  const { rows } = await app.admin.query('select challenge_hash from passkey_challenges');
  assert.deepEqual(rows, [{ challenge_hash: hashOfChallenge(waiting.challenge) }]);
  app.clock.set(app.clock.now());
});

test('rejects a counter that does not increase, as a copied passkey has', async () => {
  const { credential } = await withPasskey();
  assert.equal((await signIn(credential, { counter: 5 })).status, 200);
  assert.equal((await signIn(credential, { counter: 5 })).status, 401);
  assert.equal((await signIn(credential, { counter: 4 })).status, 401);
  assert.equal((await signIn(credential, { counter: 6 })).status, 200);
});

test('accepts an authenticator without a counter', async () => {
  const { credential } = await withPasskey();
  for (const _ of [1, 2]) assert.equal((await signIn(credential, { counter: 0 })).status, 200);
});

test('compares the counter again when it stores it, because another sign-in may have come first', async () => {
  const { id } = await withPasskey();
  const use = (counter: bigint) => usePasskey(app.database.global, { id, counter }, app.clock.now());
  assert.deepEqual([await use(0n), await use(0n), await use(1n), await use(2n)], [1, 1, 1, 1]);
  assert.deepEqual([await use(2n), await use(1n), await use(0n), await use(3n)], [0, 0, 0, 1]);
});

test('adding and removing need the password if the sign-in is older than ten minutes', async () => {
  const { caller, id } = await withPasskey();
  app.clock.advance(10 * 60_000 + 1);
  assert.deepEqual(detailsOf(await caller.post('/auth/passkeys/options', {})), ['password']);
  assert.deepEqual(detailsOf(await caller.post('/auth/passkeys/options', { password: 'not this one' })), ['password']);
  assert.equal((await caller.post('/auth/passkeys/options', { password })).status, 200);
  assert.deepEqual(detailsOf(await caller.delete(`/auth/passkeys/${id}`)), ['password']);
  assert.equal((await caller.get('/auth/passkeys')).body.meta.total, 1);
});

test('a sign-in is recent for ten minutes', async () => {
  const { email } = await aPerson();
  const { rows } = await app.admin.query<{ id: string; created_at: Date }>(
    'select s.id, s.created_at from sessions s join users u on u.id = s.user_id where u.email = $1',
    [email],
  );
  const [{ id, created_at }] = rows as [(typeof rows)[number]];
  const isRecentAfter = (milliseconds: number) =>
    isRecentSignIn(app.database, id, new Date(created_at.getTime() + milliseconds).toISOString());
  assert.deepEqual(
    [await isRecentAfter(0), await isRecentAfter(600_000), await isRecentAfter(600_001)],
    [true, true, false],
  );
});

test('renames and removes only the user’s own passkey; a removed one no longer signs in', async () => {
  const { caller, id, credential, email } = await withPasskey();
  assert.equal((await register({ caller }, {}, 'Key')).answer.status, 201);
  const names = async () => (await caller.get('/auth/passkeys')).body.data.map(({ name }: { name: string }) => name);
  const otherUser = await aPerson();
  assert.equal((await otherUser.caller.put(`/auth/passkeys/${id}`, { name: 'Mine' })).status, 404);
  assert.equal((await otherUser.caller.delete(`/auth/passkeys/${id}`)).status, 404);
  assert.deepEqual(await names(), ['Key', 'Phone']);
  assert.equal((await caller.put(`/auth/passkeys/${id}`, { name: ' Laptop ' })).body.data.name, 'Laptop');
  assert.deepEqual(await names(), ['Key', 'Laptop']);
  assert.equal((await caller.delete(`/auth/passkeys/${id}`)).status, 200);
  assert.deepEqual(await names(), ['Key']);
  assert.equal((await signIn(credential)).status, 401);
  const { rows } = await app.admin.query(
    `select action from audit_entries a join users u on u.id = a.subject_id where u.email = $1 and action like 'passkey%' order by a.id`,
    [email],
  );
  assert.deepEqual(
    rows.map(({ action }) => action),
    ['passkey.added', 'passkey.added', 'passkey.removed'],
  );
});

test('rejects a passkey that is already registered, for any user', async () => {
  const person = await aPerson();
  const id = Buffer.alloc(32, 9);
  const make = async ({ caller }: Pick<Person, 'caller'>) => {
    const options = (await caller.post('/auth/passkeys/options', {})).body.data;
    return caller.post('/auth/passkeys', { name: 'Key', response: makePasskey(options, origin, {}, id).response });
  };
  assert.equal((await make(person)).status, 201);
  const other = await aPerson();
  for (const one of [person, other]) assert.equal((await make(one)).body.error.code, 'DUPLICATE');
  for (const [one, known] of [
    [person, 1],
    [other, 0],
  ] as const) {
    const { options, answer } = await register(one, {}, 'Another');
    assert.deepEqual([options.excludeCredentials.length, answer.body.data.name], [known, 'Another']);
  }
});

test('a passkey session satisfies a required second factor, but a password alone does not', async () => {
  const shop = await aShop(app);
  assert.equal((await shop.owner.put('/merchant', { require_totp_roles: ['owner'] })).status, 200);
  assert.equal((await shop.owner.get('/products')).status, 403);
  const { email } = (await shop.owner.get('/auth/me')).body.data;
  const other = await aSession(app, email, 'correct horse battery');
  const { credential, answer } = await register({ caller: shop.owner });
  assert.equal(answer.status, 201, answer.text);
  assert.equal(
    (await shop.owner.get('/products')).status,
    200,
    'the session that added the passkey counts as verified',
  );
  assert.equal((await other.get('/products')).status, 403, 'another session of the user does not');
  const as = ({ body }: { body: { data: { access_token: string } } }) =>
    createCaller(app.fastify, { authorization: `Bearer ${body.data.access_token}` });
  assert.equal((await as(await signIn(credential)).get('/products')).status, 200);
  const byPassword = as(await app.anonymous.post('/auth/login', { email, password: 'correct horse battery' }));
  assert.equal((await byPassword.get('/products')).status, 403);
});

test('passkeys need https, except on localhost', async () => {
  const httpApp = await createTestApp();
  const begin = (host: string) => httpApp.anonymous.post('/auth/passkeys/sign-in/options', undefined, { host });
  assert.equal((await begin('127.0.0.1:3000')).body.error.code, 'INVALID_STATE');
  assert.equal((await begin('till.example')).body.error.code, 'INVALID_STATE');
  assert.equal((await begin('localhost:3000')).body.data.rpId, 'localhost');
});

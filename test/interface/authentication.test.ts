import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { createCaller } from '../caller.ts';
import { aShop, aStaffMember } from '../shop.ts';
import { createTestApp } from '../test-app.ts';
import { assert, claimsOf } from './claims.ts';
import { allOperations } from './contract.ts';

const app = await createTestApp();
const { proves, answers } = claimsOf(import.meta.filename);
const shop = await aShop(app);
const other = await aShop(app);
const person = {
  email: 'newcomer@example.com',
  password: 'correct horse battery',
  name: 'Nora Newcomer',
  phone: '+15550100',
};
const registered = await app.anonymous.post('/auth/register', person);
const signIn = () => app.anonymous.post('/auth/login', { email: person.email, password: person.password });
const withToken = (token: string) => createCaller(app.fastify, { authorization: `Bearer ${token}` });
const fieldsOf = (answer: { body: { error: { details: { field: string }[] } } }) =>
  answer.body.error.details.map(({ field }) => field);

test('registers a user', async () => {
  answers('POST /auth/register', registered);
  await proves(['POST /auth/register <- email', 'POST /auth/register <- name'], () => {
    assert.equal(registered.body.data.email, person.email);
    assert.equal(registered.body.data.name, person.name);
  });
  await proves('POST /auth/register <- password', async () => {
    assert.equal((await signIn()).status, 200);
    assert.equal((await app.anonymous.post('/auth/login', { email: person.email, password: 'another' })).status, 401);
  });
  await proves('POST /auth/register <- phone', async () => {
    const { rows } = await app.admin.query('select phone from users where id = $1', [registered.body.data.user_id]);
    assert.deepEqual(rows, [{ phone: person.phone }]);
  });
});

test('returns valid tokens and the user at sign-in', async () => {
  const answer = await signIn();
  answers('POST /auth/login', answer);
  const { access_token, expires_in, user } = answer.body.data;
  await proves(['POST /auth/login <- email', 'POST /auth/login <- password'], async () => {
    assert.equal(user.email, person.email);
    assert.equal(
      (await app.anonymous.post('/auth/login', { email: shop.merchant_id, password: person.password })).status,
      401,
    );
    assert.equal((await app.anonymous.post('/auth/login', { email: person.email, password: 'wrong' })).status, 401);
  });
  await proves('login returns tokens and a lifetime in seconds, and the token is valid', async () => {
    assert.equal((await withToken(access_token).get('/auth/me')).status, 200);
    const { iat, exp } = JSON.parse(Buffer.from(access_token.split('.')[1], 'base64url').toString());
    assert.equal(exp - iat, expires_in);
  });
  await proves('the token is a JWT, sent as Authorization: Bearer', async () => {
    assert.match(access_token, /^[\w-]+\.[\w-]+\.[\w-]+$/);
    for (const authorization of [access_token, `Basic ${access_token}`])
      assert.equal((await app.anonymous.get('/auth/me', { authorization })).status, 401);
  });
});

test('ignores the bearer header at sign-in', async () => {
  await proves('login accepts a bearer header, but does not require it', async () => {
    const { email, password } = person;
    for (const headers of [{}, shop.owner.headers, { authorization: 'Bearer <ACCESS_TOKEN>' }])
      assert.equal((await app.anonymous.post('/auth/login', { email, password }, headers)).status, 200);
  });
});

test('returns the error envelope for an invalid sign-in', async () => {
  await proves('login with invalid input returns the error envelope', async () => {
    const answer = await app.anonymous.post('/auth/login', { email: 7 });
    assert.equal(answer.status, 422);
    assert.equal(answer.body.success, false);
    assert.equal(answer.body.error.code, 'VALIDATION_ERROR');
    assert.deepEqual(fieldsOf(answer).sort(), ['email', 'password']);
  });
});

test('exchanges a refresh token for a new access token, at both paths', async () => {
  const { refresh_token } = (await signIn()).body.data;
  const first = await app.anonymous.post('/auth/refresh', { refresh_token });
  answers('POST /auth/refresh', first);
  const second = await app.anonymous.post('/auth/refresh-token', { refresh_token });
  answers('POST /auth/refresh-token', second);
  await proves(['POST /auth/refresh <- refresh_token', 'POST /auth/refresh-token <- refresh_token'], async () => {
    for (const path of ['/auth/refresh', '/auth/refresh-token']) {
      assert.equal((await app.anonymous.post(path, { refresh_token: `${refresh_token}x` })).status, 401);
      assert.deepEqual(fieldsOf(await app.anonymous.post(path, {})), ['refresh_token']);
    }
  });
  await proves('the new token of a refresh is valid', async () => {
    for (const { body } of [first, second])
      assert.equal((await withToken(body.data.access_token).get('/auth/me')).status, 200);
  });
  await proves('both refresh paths do the same', () => {
    assert.deepEqual(Object.keys(first.body.data), Object.keys(second.body.data));
    assert.equal(first.body.data.expires_in, second.body.data.expires_in);
  });
});

test('returns the current user with merchant and branch', async () => {
  const answer = await shop.owner.get('/auth/me');
  answers('GET /auth/me', answer);
  const cashier = await aStaffMember(shop, 'cashier');
  await proves('cashier is a role', async () =>
    assert.equal((await cashier.get('/auth/me')).body.data.role, 'cashier'),
  );
  await proves('a user shows merchant_id and branch_id in the current-user response only', async () => {
    const { user } = (await signIn()).body.data;
    assert.deepEqual(Object.keys(user).sort(), ['email', 'id', 'name', 'role']);
    assert.equal(answer.body.data.merchant_id, shop.merchant_id);
    assert.equal(answer.body.data.branch_id, shop.branch_id);
  });
});

test('ends the session at sign-out', async () => {
  const { access_token, refresh_token } = (await signIn()).body.data;
  const caller = withToken(access_token);
  answers('POST /auth/logout', await caller.post('/auth/logout'));
  await proves('logout and me require the token', async () => {
    assert.equal((await app.anonymous.post('/auth/logout')).status, 401);
    assert.equal((await app.anonymous.get('/auth/me')).status, 401);
    assert.equal((await caller.get('/auth/me')).status, 401);
    assert.equal((await app.anonymous.post('/auth/refresh', { refresh_token })).status, 401);
  });
});

test('registers a device for push notifications', async () => {
  answers(
    'POST /auth/register-device',
    await shop.owner.post('/auth/register-device', { token: 'a push token', platform: 'android' }),
  );
});

test('requires the token except for sign-in, registration and refresh', async () => {
  await proves('every request but login, registration and refresh carries a bearer token', async () => {
    const open: string[] = [];
    for (const name of Object.keys(allOperations)) {
      const [method = '', path = ''] = name.split(' ');
      const url = `/api/v1${path.replace('{id}', shop.merchant_id)}`;
      const answer = await app.fastify.inject({ method: method as 'GET', url });
      if (answer.statusCode !== 401) open.push(name);
    }
    assert.deepEqual(open, [
      'POST /auth/login',
      'POST /auth/register',
      'POST /auth/refresh',
      'POST /auth/refresh-token',
    ]);
  });
});

test('selects the merchant by X-Merchant-ID', async () => {
  await proves('X-Merchant-ID names the merchant', async () => {
    for (const path of ['/auth/me', '/products', '/customers']) {
      assert.equal((await shop.owner.get(path, { 'X-Merchant-ID': shop.merchant_id })).status, 200);
      assert.equal((await shop.owner.get(path, { 'X-Merchant-ID': other.merchant_id })).status, 403);
    }
  });
});

test('describes the two security schemes by name', async () => {
  await proves('security schemes bearerAuth and merchantId are described', async () => {
    const { components } = JSON.parse(await readFile(new URL('../../docs/openapi.json', import.meta.url), 'utf8'));
    const { bearerAuth, merchantId } = components.securitySchemes;
    assert.deepEqual([bearerAuth.type, bearerAuth.scheme, bearerAuth.bearerFormat], ['http', 'bearer', 'JWT']);
    assert.deepEqual([merchantId.in, merchantId.name], ['header', 'X-Merchant-ID']);
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestApp } from '../../../../../test/test-app.ts';

const app = await createTestApp();
const person = { email: 'mia@example.com', password: 'a good long password', name: 'Mia' };
await app.anonymous.post('/auth/register', person);
const { email, password } = person;

const signIn = (headers?: Record<string, string>) =>
  app.anonymous.post('/auth/browser/login', { email, password }, headers);
const cookieOf = ({ headers }: { headers: Record<string, unknown> }) => String(headers['set-cookie']);
const cookieHeader = (cookie: string) => ({ cookie: cookie.split(';')[0] ?? '' });
const getUser = (token: string) => app.anonymous.get('/auth/me', { authorization: `Bearer ${token}` });

test('returns an access token, and keeps the session in a cookie that the page cannot read', async () => {
  const answer = await signIn({ 'sec-fetch-site': 'same-origin' });
  assert.equal(answer.status, 200);
  assert.deepEqual(Object.keys(answer.body.data).sort(), ['access_token', 'expires_in', 'user']);
  assert.match(
    cookieOf(answer),
    /^tillhouse_session=[\w-]{43}; Max-Age=2592000; Path=\/api\/v1\/auth\/browser; HttpOnly; SameSite=Strict$/,
  );
  assert.equal((await getUser(answer.body.data.access_token)).body.data.email, email);
  const again = await app.anonymous.post('/auth/browser/refresh', undefined, cookieHeader(cookieOf(answer)));
  assert.deepEqual(Object.keys(again.body.data).sort(), ['access_token', 'expires_in']);
  assert.equal((await getUser(again.body.data.access_token)).status, 200);
});

test('logout ends the session and clears the cookie', async () => {
  const answer = await signIn();
  const out = await app.anonymous.post('/auth/browser/logout', undefined, cookieHeader(cookieOf(answer)));
  assert.equal(out.status, 200);
  assert.match(cookieOf(out), /^tillhouse_session=; Max-Age=0; Path=\/api\/v1\/auth\/browser;/);
  assert.equal(
    (await app.anonymous.post('/auth/browser/refresh', undefined, cookieHeader(cookieOf(answer)))).status,
    401,
  );
  assert.equal((await getUser(answer.body.data.access_token)).status, 401);
});

test('logout for a user does not end the session of another user, who has replaced the cookie', async () => {
  const other = { email: 'noa@example.com', password: 'another long password' };
  const registered = await app.anonymous.post('/auth/register', { ...other, name: 'Noa' });
  const cookie = cookieHeader(cookieOf(await app.anonymous.post('/auth/browser/login', other)));
  const { id: user_id } = (await signIn()).body.data.user;
  const kept = await app.anonymous.post('/auth/browser/logout', { user_id }, cookie);
  assert.deepEqual([kept.status, kept.body.data, kept.headers['set-cookie']], [200, { is_ended: false }, undefined]);
  assert.equal((await app.anonymous.post('/auth/browser/refresh', undefined, cookie)).status, 200);
  const own = registered.body.data.user_id;
  const ended = await app.anonymous.post('/auth/browser/logout', { user_id: own }, cookie);
  assert.deepEqual([ended.status, ended.body.data], [200, { is_ended: true }]);
  assert.equal((await app.anonymous.post('/auth/browser/refresh', undefined, cookie)).status, 401);
});

test('rejects a missing, empty or unknown cookie', async () => {
  for (const headers of [
    {},
    { cookie: 'tillhouse_session=' },
    { cookie: 'tillhouse_session=made-up' },
    { cookie: '%%%=;;' },
  ]) {
    for (const what of ['refresh', 'logout']) {
      const { status, body } = await app.anonymous.post(`/auth/browser/${what}`, undefined, headers);
      assert.deepEqual([status, body.error.code], [401, 'UNAUTHENTICATED']);
    }
  }
});

test('rejects a page of another address, even with valid credentials', async () => {
  const cookie = cookieHeader(cookieOf(await signIn()));
  for (const site of ['cross-site', 'same-site', 'none']) {
    const from = { 'sec-fetch-site': site };
    assert.equal((await signIn(from)).status, 403);
    assert.equal((await app.anonymous.post('/auth/browser/refresh', undefined, { ...cookie, ...from })).status, 403);
    assert.equal((await app.anonymous.post('/auth/browser/logout', undefined, { ...cookie, ...from })).status, 403);
  }
  assert.equal((await app.anonymous.post('/auth/browser/refresh', undefined, cookie)).status, 200);
});

test('accepts the Origin of PUBLIC_URL, which a proxy may hide from the service', async () => {
  const atPublicUrl = await createTestApp({ env: { PUBLIC_URL: 'https://shop.example.com' } });
  const account = { email, password: 'Harbour lights 1927' };
  await atPublicUrl.anonymous.post('/auth/register', { ...account, name: 'Mia' });
  const statusFrom = async (origin: string) =>
    (await atPublicUrl.anonymous.post('/auth/browser/login', account, { host: 'inside:3000', origin })).status;
  assert.equal(await statusFrom('http://inside:3000'), 200);
  assert.equal(await statusFrom('https://shop.example.com'), 200);
  assert.equal(await statusFrom('https://other.example.com'), 403);
});

test('checks the Origin header if an older browser sends no Sec-Fetch-Site', async () => {
  const cookie = cookieHeader(cookieOf(await signIn()));
  const refresh = (headers: Record<string, string>) =>
    app.anonymous.post('/auth/browser/refresh', undefined, { ...cookie, ...headers });
  for (const origin of ['https://other.example', 'null', 'http://localhost:81', 'http://localhost.other.example']) {
    assert.equal((await refresh({ origin })).status, 403, origin);
    assert.equal((await signIn({ origin })).status, 403, origin);
    assert.equal(
      (await app.anonymous.post('/auth/browser/logout', undefined, { ...cookie, origin })).status,
      403,
      origin,
    );
  }
  assert.equal((await refresh({ origin: 'http://till.example', host: 'till.example' })).status, 200);
  assert.equal((await refresh({ origin: 'https://till.example', host: 'till.example' })).status, 200, 'behind a proxy');
  assert.equal((await refresh({ origin: 'https://till.example', host: 'Till.Example' })).status, 200);
});

test('counts wrong passwords together with those of the other login routes', async () => {
  const guess = () => app.anonymous.post('/auth/browser/login', { email: 'someone@example.com', password: 'a guess' });
  const statuses = new Set<number>();
  for (let turn = 0; turn < 12; turn += 1) statuses.add((await guess()).status);
  assert.deepEqual(statuses, new Set([401, 429]));
  assert.equal(
    (await app.anonymous.post('/auth/login', { email: 'someone@example.com', password: 'a guess' })).status,
    429,
  );
});

test('marks the cookie Secure on https', async () => {
  const httpsApp = await createTestApp({ env: { PUBLIC_URL: 'https://till.example' } });
  await httpsApp.anonymous.post('/auth/register', person);
  const answer = await httpsApp.anonymous.post('/auth/browser/login', { email, password });
  assert.match(cookieOf(answer), /; HttpOnly; Secure; SameSite=Strict$/);
});

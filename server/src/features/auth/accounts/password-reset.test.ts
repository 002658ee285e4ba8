import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { test } from 'node:test';
import { aSession, aShop, aStaffMember } from '../../../../../test/shop.ts';
import { addMemberWithAccount, tokenOf } from '../../../../../test/staff.ts';
import { createTestApp } from '../../../../../test/test-app.ts';
import { requestPasswordReset } from './reset-password.ts';

const app = await createTestApp();

test('without mail, an owner gets a reset link for a member of this merchant only', async () => {
  const shop = await aShop(app);
  const cashier = await aStaffMember(shop, 'cashier');
  const { id, email } = (await cashier.get('/auth/me')).body.data;
  assert.equal((await app.anonymous.post('/auth/password/forgot', { email })).status, 200);
  const manager = await aStaffMember(shop, 'manager');
  assert.equal((await manager.post(`/staff/${id}/reset-link`)).status, 403, 'only owners');
  assert.equal(
    (await shop.owner.post(`/staff/${shop.owner_id}/reset-link`)).body.error.code,
    'INVALID_STATE',
    'not for the owner’s own account',
  );
  const made = await shop.owner.post(`/staff/${id}/reset-link`);
  assert.equal(made.status, 200, made.text);
  const body = { token: tokenOf(made.body.data.reset_link), password: 'remembered from now on' };
  assert.equal((await app.anonymous.post('/auth/password/reset', body)).status, 200);
  assert.equal((await cashier.get('/auth/me')).status, 401, 'all sessions ended');
  await aSession(app, email, body.password);
  const again = await app.anonymous.post('/auth/password/reset', body);
  assert.deepEqual([again.status, again.body.error.details[0].field], [422, 'token']);
  const { data } = (await shop.owner.get(`/audit?subject_id=${id}&action=password.*`)).body;
  assert.deepEqual(
    data.map(({ action, user_id }: { action: string; user_id: string }) => [action, user_id]),
    [
      ['password.reset', id],
      ['password.reset_link', shop.owner_id],
    ],
  );
});

test('replays the stored response for a repeated key, and rejects the key with another password', async () => {
  const shop = await aShop(app);
  const cashier = await aStaffMember(shop, 'cashier');
  const { id, email } = (await cashier.get('/auth/me')).body.data;
  const token = tokenOf((await shop.owner.post(`/staff/${id}/reset-link`)).body.data.reset_link);
  const reset = (password: string) =>
    app.anonymous.post('/auth/password/reset', { token, password }, { 'idempotency-key': `reset of ${id}` });
  const concurrent = await Promise.all([1, 2, 3].map(() => reset('remembered from now on')));
  for (const { status, text } of concurrent) assert.equal(status, 200, text);
  const [first = assert.fail()] = concurrent;
  const again = await reset('remembered from now on');
  assert.deepEqual([again.status, again.text, again.headers['idempotent-replayed']], [200, first.text, 'true']);
  assert.equal((await reset('another one by the same key')).body.error.code, 'IDEMPOTENCY_CONFLICT');
  await aSession(app, email, 'remembered from now on');
});

test('a used link ends the other links of its user, and no link of another user', async () => {
  const shop = await aShop(app);
  const links: string[] = [];
  const cashiers = [await aStaffMember(shop, 'cashier'), await aStaffMember(shop, 'cashier')];
  for (const cashier of [...cashiers, ...cashiers]) {
    const { id } = (await cashier.get('/auth/me')).body.data;
    links.push(tokenOf((await shop.owner.post(`/staff/${id}/reset-link`)).body.data.reset_link));
  }
  const reset = async (at: number) =>
    (await app.anonymous.post('/auth/password/reset', { token: links[at], password: `a password for ${at}` })).status;
  assert.deepEqual([await reset(0), await reset(2)], [200, 422]);
  assert.deepEqual([await reset(3), await reset(1)], [200, 422]);
});

test('mails an account one reset link in five minutes', async () => {
  const shop = await aShop(app);
  const { email } = (await shop.owner.get('/auth/me')).body.data;
  const start = app.clock.now();
  const linksAfter = async (ms: number) => {
    const mail = { email: email.toUpperCase(), language: 'en', secret: 'x'.repeat(32), page: 'https://x' } as const;
    await requestPasswordReset(app.database, mail, new Date(Date.parse(start) + ms).toISOString());
    const query = 'select count(*)::int as links from password_resets where user_id = $1';
    return (await app.admin.query(query, [shop.owner_id])).rows[0].links;
  };
  assert.deepEqual([await linksAfter(0), await linksAfter(299_999), await linksAfter(300_000)], [1, 1, 2]);
});

test('an owner gets no link for an account that also belongs to another merchant', async () => {
  const [one, two] = [await aShop(app), await aShop(app)];
  const cashier = await aStaffMember(one, 'cashier');
  const { id, email } = (await cashier.get('/auth/me')).body.data;
  await addMemberWithAccount(two.owner, cashier, { email, name: 'Both', role: 'cashier' });
  for (const shop of [one, two]) {
    const answer = await shop.owner.post(`/staff/${id}/reset-link`);
    assert.deepEqual([answer.status, answer.body.error.code], [422, 'INVALID_STATE']);
  }
  const other = await aShop(app);
  assert.equal((await other.owner.post(`/staff/${id}/reset-link`)).status, 404);
});

test('an owner gets no link for a former member', async () => {
  const shop = await aShop(app);
  const { id } = (await (await aStaffMember(shop, 'cashier')).get('/auth/me')).body.data;
  assert.equal((await shop.owner.delete(`/staff/${id}`)).status, 200);
  const { status, body } = await shop.owner.post(`/staff/${id}/reset-link`);
  assert.deepEqual([status, body.error.message], [422, 'A cashier does not work here']);
});

const forgotFrom = (remoteAddress: string) =>
  app.fastify.inject({
    method: 'POST',
    url: '/api/v1/auth/password/forgot',
    remoteAddress,
    payload: { email: 'unknown@example.com' },
  });

test('twenty requests of an address for a link are accepted in an hour', async () => {
  const answers = [];
  for (let attempt = 0; attempt < 21; attempt += 1) answers.push(await forgotFrom('203.0.113.5'));
  const last = answers.pop();
  assert.deepEqual(new Set(answers.map(({ statusCode }) => statusCode)), new Set([200]));
  assert.equal(last?.statusCode, 429);
  const wait_s = Number(last?.headers['retry-after']);
  assert.ok(wait_s > 3_000 && wait_s <= 3_600, `waits ${wait_s} s`);
});

test('an IPv6 network counts as one address for links, and a customer with many has four times as many', async () => {
  const refusedOf = async (addresses: string[]) => {
    let refused = 0;
    for (const address of addresses) if ((await forgotFrom(address)).statusCode === 429) refused += 1;
    return refused;
  };
  const hosts = Array.from({ length: 23 }, (_, host) => `2001:db8:1:1::${host + 1}`);
  assert.equal(await refusedOf(hosts), 3);
  const networks = Array.from({ length: 83 }, (_, network) => `2001:db8:2:${network.toString(16)}::1`);
  assert.equal(await refusedOf(networks), 3);
});

test('with REGISTRATION=first, one of ten concurrent registrations succeeds, and registration is then closed', async () => {
  const first = await createTestApp({ env: { REGISTRATION: 'first' } });
  const options = async () => (await first.anonymous.get('/auth/options')).body.data.registration;
  assert.equal(await options(), 'first');
  const register = (number: number) =>
    first.anonymous.post('/auth/register', {
      email: `first${number}@example.com`,
      password: 'a good long password',
      name: 'F',
    });
  const answers = await Promise.all(Array.from({ length: 10 }, (_, number) => register(number)));
  assert.equal(answers.filter(({ status }) => status === 201).length, 1);
  assert.equal(await options(), 'closed');
  assert.equal((await register(11)).status, 403);
  const { rows } = await first.admin.query('select from users');
  assert.equal(rows.length, 1);
});

test('the first registration can be repeated with its key after it has closed the registration', async () => {
  const first = await createTestApp({ env: { REGISTRATION: 'first' } });
  const person = { email: 'first@example.com', password: 'a good long password', name: 'F' };
  const register = () => first.anonymous.post('/auth/register', person, { 'idempotency-key': 'the first' });
  const [once, again] = [await register(), await register()];
  assert.deepEqual([once.status, again.status, again.text], [201, 201, once.text]);
});

test('rejects registrations if registration is closed, without hashing the password', async () => {
  const closed = await createTestApp({ env: { REGISTRATION: 'closed' } });
  let hashes = 0;
  const count = () => {
    hashes += 1;
  };
  subscribe('tillhouse:hashing', count);
  const answer = await closed.anonymous.post('/auth/register', {
    email: 'x@example.com',
    password: 'a good long password',
    name: 'X',
  });
  unsubscribe('tillhouse:hashing', count);
  assert.deepEqual([answer.status, answer.body.error.code, hashes], [403, 'FORBIDDEN', 0]);
  assert.equal((await app.anonymous.get('/auth/options')).body.data.registration, 'open');
});

test('rejects common passwords by default if PUBLIC_URL is set', async () => {
  const open = await createTestApp({ env: { PUBLIC_URL: 'https://shop.example' } });
  const answer = await open.anonymous.post('/auth/register', {
    email: 'x@example.com',
    password: 'password123',
    name: 'X',
  });
  assert.deepEqual([answer.status, answer.body.error.details[0].field], [422, 'password']);
  assert.equal((await open.anonymous.get('/auth/options')).body.data.common_passwords, 'refuse');
  assert.equal((await app.anonymous.get('/auth/options')).body.data.common_passwords, 'allow');
});

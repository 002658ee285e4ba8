import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Caller, createCaller } from '../../../../../test/caller.ts';
import { aShop, aStaffMember } from '../../../../../test/shop.ts';
import { createTestApp } from '../../../../../test/test-app.ts';
import { maintenanceTasks } from '../../../app/app.ts';
import { runMaintenance } from '../../../platform/maintenance/maintenance.ts';
import { signOutMerchant } from './end-sessions.ts';
import { countSessions, findSession } from './session-queries.ts';

const app = await createTestApp();
let people = 0;

async function aPerson() {
  const person = { email: `own${++people}@example.com`, password: 'the first password' };
  assert.equal((await app.anonymous.post('/auth/register', { ...person, name: 'Person' })).status, 201);
  const signIn = async (password = person.password, user_agent = 'till 7') => {
    const answer = await app.anonymous.post(
      '/auth/login',
      { email: person.email, password },
      { 'user-agent': user_agent },
    );
    assert.equal(answer.status, 200, answer.text);
    return {
      ...answer.body.data,
      caller: createCaller(app.fastify, { authorization: `Bearer ${answer.body.data.access_token}` }),
    };
  };
  return { ...person, signIn };
}

const sessionOf = ({ access_token }: { access_token: string }): string =>
  JSON.parse(Buffer.from(access_token.split('.')[1] ?? '', 'base64url').toString()).sid;

test('lists sessions, and ends one from another', async () => {
  const { signIn } = await aPerson();
  const [till, office] = [await signIn(), await signIn()];
  const listed = await office.caller.get('/auth/sessions');
  assert.deepEqual(
    [listed.body.meta.total, listed.body.data[0].is_current, listed.body.data[1].user_agent],
    [2, true, 'till 7'],
  );
  const other = listed.body.data[1].id;
  const otherUser = await (await aPerson()).signIn();
  assert.equal((await otherUser.caller.delete(`/auth/sessions/${other}`)).status, 404);
  assert.equal((await office.caller.delete(`/auth/sessions/${other}`)).status, 200);
  assert.equal((await till.caller.get('/auth/me')).status, 401);
  assert.equal((await app.anonymous.post('/auth/refresh', { refresh_token: till.refresh_token })).status, 401);
  assert.equal((await office.caller.delete(`/auth/sessions/${other}`)).status, 404);
  assert.equal((await office.caller.get('/auth/sessions')).body.meta.total, 1);
});

test('keeps the first 400 characters of a user agent', async () => {
  const { caller } = await (await aPerson()).signIn(undefined, 'x'.repeat(401));
  assert.equal((await caller.get('/auth/sessions')).body.data[0].user_agent, 'x'.repeat(400));
});

test('lists, counts and ends a session until its expiry', async () => {
  const { email, signIn } = await aPerson();
  const [{ caller }, expiring, ended] = [await signIn(), await signIn(), await signIn()];
  assert.equal((await ended.caller.post('/auth/logout')).status, 200);
  const { rows } = await app.admin.query('select id, home_merchant_id from users where email = $1', [email]);
  app.clock.freeze(app.clock.now());
  const now = app.clock.now();
  const openWithExpiryIn = async (ms: number) => {
    const expires_at = new Date(Date.parse(now) + ms).toISOString();
    await app.admin.query('update sessions set expires_at = $2 where id = $1', [sessionOf(expiring), expires_at]);
    const { data, meta } = (await caller.get('/auth/sessions')).body;
    const { global } = app.database;
    const isOpen = (await findSession(global, sessionOf(expiring), now)) !== undefined;
    return { isOpen, listed: data.length, total: meta.total, ...(await countSessions(global, now)) };
  };
  const [before, after] = [await openWithExpiryIn(1), await openWithExpiryIn(0)];
  const { sessions, people } = after;
  assert.deepEqual(before, { isOpen: true, listed: 2, total: 2, sessions: sessions + 1, people });
  assert.deepEqual([after.isOpen, after.listed, after.total], [false, 1, 1]);
  const [{ id, home_merchant_id }] = rows;
  assert.equal(await signOutMerchant(app.database, home_merchant_id, now), 1);
  assert.equal((await app.admin.query('select from known_devices where user_id = $1', [id])).rowCount, 0);
  const audited = `select before from audit_entries where action = 'session.all_ended' and subject_id = $1`;
  assert.deepEqual((await app.admin.query(audited, [id])).rows, [{ before: '{"sessions":1}' }]);
  app.clock.set(now);
});

test('a new password ends all other sessions, and the old password stops working', async () => {
  const { email, signIn } = await aPerson();
  const [till, office] = [await signIn(), await signIn()];
  const change = (body: object) => office.caller.post('/auth/change-password', body);
  const fieldsOf = (answer: { body: { error: { details: { field: string }[] } } }) =>
    answer.body.error.details.map(({ field }) => field);
  assert.deepEqual(fieldsOf(await change({ current_password: 'the first password', new_password: 'short' })), [
    'new_password',
  ]);
  assert.deepEqual(
    fieldsOf(await change({ current_password: 'a wrong password', new_password: 'the second password' })),
    ['current_password'],
  );
  assert.equal((await till.caller.get('/auth/me')).status, 200);
  const correct = { current_password: 'the first password', new_password: 'the second password' };
  const key = { 'idempotency-key': 'new-password' };
  assert.equal((await office.caller.post('/auth/change-password', correct, key)).status, 200);
  // A repeated request gets the stored response, although the password has changed since.
  assert.equal((await office.caller.post('/auth/change-password', correct, key)).status, 200);
  assert.equal((await till.caller.get('/auth/me')).status, 401);
  assert.equal((await office.caller.get('/auth/me')).status, 200);
  assert.equal((await app.anonymous.post('/auth/login', { email, password: 'the first password' })).status, 401);
  await signIn('the second password');
});

test('locks out guesses at the password from an open session', async () => {
  const { signIn } = await aPerson();
  const { caller } = await signIn();
  const guess = () =>
    caller.post('/auth/change-password', { current_password: 'a wrong password', new_password: 'the second password' });
  for (let attempt = 0; attempt < 10; attempt += 1) assert.equal((await guess()).status, 422);
  assert.equal((await guess()).status, 429);
});

test('a session shows its own device, network and last use', async () => {
  const { signIn } = await aPerson();
  await signIn();
  const { caller, refresh_token } = await signIn();
  const [before, other] = (await caller.get('/auth/sessions')).body.data;
  assert.deepEqual([before.device, before.network, before.last_used_at], ['till', '127.0.0.0/24', before.created_at]);
  const refreshAfter = async (ms: number) => {
    app.clock.freeze(new Date(Date.parse(before.created_at) + ms).toISOString());
    await app.fastify.inject({
      method: 'POST',
      url: '/api/v1/auth/refresh',
      remoteAddress: '2001:db8:7:8::9',
      payload: { refresh_token },
    });
    return (await caller.get('/auth/sessions')).body.data;
  };
  assert.deepEqual(await refreshAfter(60_000), [before, other], 'a use is stored once a minute');
  const listed = await refreshAfter(60_001);
  const after = listed.find(({ id }: { id: string }) => id === before.id);
  assert.deepEqual(
    listed.filter(({ id }: { id: string }) => id !== before.id),
    [other],
  );
  assert.equal(after.network, '2001:db8:7::/48');
  assert.equal(after.last_used_at, app.clock.now());
  app.clock.set(app.clock.now());
});

test('signs out everywhere, and keeps the current session on request', async () => {
  const { signIn } = await aPerson();
  const [till, office, phone] = [await signIn(), await signIn(), await signIn()];
  const otherUser = await (await aPerson()).signIn();
  assert.equal((await office.caller.delete('/auth/sessions?keep_current=true')).body.message, '2 sessions have ended');
  assert.equal((await office.caller.delete('/auth/sessions?keep_current=true')).body.message, '0 sessions have ended');
  assert.equal((await office.caller.get('/audit?action=session.all_ended')).body.data.length, 1);
  for (const { caller } of [till, phone]) assert.equal((await caller.get('/auth/me')).status, 401);
  assert.equal((await app.anonymous.post('/auth/refresh', { refresh_token: till.refresh_token })).status, 401);
  assert.equal((await office.caller.get('/auth/me')).status, 200);
  assert.equal((await office.caller.delete('/auth/sessions')).status, 200);
  assert.equal((await office.caller.get('/auth/me')).status, 401);
  assert.equal((await otherUser.caller.get('/auth/me')).status, 200);
});

test('the owner ends a staff member’s sessions; others may not, and an owner’s sessions stay', async () => {
  const shop = await aShop(app);
  const [cashier, manager] = [await aStaffMember(shop, 'cashier'), await aStaffMember(shop, 'manager')];
  const idOf = async (caller: Caller) => (await caller.get('/auth/me')).body.data.id as string;
  const id = await idOf(cashier);
  const endSessions = (caller: Caller, user_id: string) => caller.post(`/staff/${user_id}/end-sessions`);
  assert.equal((await endSessions(manager, id)).status, 403);
  assert.equal((await endSessions((await aShop(app)).owner, id)).status, 404);
  assert.equal((await endSessions(shop.owner, shop.owner_id)).status, 403);
  assert.equal((await cashier.get('/products')).status, 200);
  const ended = await endSessions(shop.owner, id);
  assert.deepEqual([ended.status, ended.body.data], [200, { id, name: 'A cashier', sessions: 1 }]);
  assert.equal((await cashier.get('/products')).status, 401);
  assert.equal((await endSessions(shop.owner, id)).body.data.sessions, 0);
  const { data } = (await shop.owner.get('/events?types=staff.signed_out')).body;
  assert.deepEqual([data.length, data[0].subject_id], [1, id]);
  const audit = (await shop.owner.get(`/audit?action=staff.signed_out&subject_id=${id}`)).body.data;
  assert.equal(audit[0].user_id, shop.owner_id);
  assert.equal((await shop.owner.delete(`/staff/${id}`)).status, 200);
  assert.equal((await endSessions(shop.owner, id)).body.error.code, 'INVALID_STATE');
});

test('reports a sign-in from a new device, and none from a known one', async () => {
  const shop = await aShop(app);
  const { email } = (await shop.owner.get('/auth/me')).body.data;
  const signIn = (user_agent: string, remoteAddress: string) =>
    app.fastify.inject({
      method: 'POST',
      url: '/api/v1/auth/login',
      remoteAddress,
      headers: { 'user-agent': user_agent },
      payload: { email, password: 'correct horse battery' },
    });
  const newDevices = async () =>
    (await shop.owner.get('/events?types=session.new_device')).body.data.map(({ data }: { data: object }) => data);
  assert.deepEqual(await newDevices(), [], 'the first device is not reported');
  const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
  for (const address of ['198.51.100.7', '198.51.100.9', '198.51.100.7'])
    assert.equal((await signIn(firefox, address)).statusCode, 200);
  const one = { id: shop.owner_id, name: 'Olivia Owner', device: 'Firefox on Windows', network: '198.51.100.0/24' };
  assert.deepEqual(await newDevices(), [one]);
  await signIn(firefox, '203.0.113.7');
  const other = { ...one, network: '203.0.113.0/24' };
  assert.deepEqual(await newDevices(), [one, other]);
  assert.equal((await shop.owner.delete('/auth/sessions?keep_current=true')).status, 200);
  await signIn(firefox, '203.0.113.7');
  assert.deepEqual(await newDevices(), [one, other, other], 'to sign out everywhere forgets all devices');
});

test('knows the fifty devices that were used last', async () => {
  const { email, signIn } = await aPerson();
  await app.admin.query(
    `insert into known_devices (user_id, device_hash, first_seen_at, last_seen_at)
     select u.id, sha256(i::text::bytea), now(), now() - make_interval(mins => 61 - i) from generate_series(1, 60) i, users u where u.email = $1`,
    [email],
  );
  await signIn();
  const { rows } = await app.admin.query(
    `select count(*)::int as known, count(i)::int as last from known_devices k join users u on u.id = k.user_id
     left join generate_series(12, 60) i on k.device_hash = sha256(i::text::bytea) where u.email = $1`,
    [email],
  );
  assert.deepEqual(rows, [{ known: 50, last: 49 }]);
});

test('removes sessions more than thirty days after they ended or expired, with their tokens, and keeps others', async () => {
  const { email, signIn } = await aPerson();
  const [open, ended, expired, ...kept] = [
    await signIn(),
    await signIn(),
    await signIn(),
    await signIn(),
    await signIn(),
  ];
  const now = app.clock.now();
  app.clock.freeze(now);
  const thirtyDaysAgo = (ms: number) => new Date(Date.parse(now) - 30 * 86_400_000 - ms).toISOString();
  for (const [session, column, ms] of [
    [ended, 'ended_at', 1],
    [expired, 'expires_at', 1],
    [kept[0], 'ended_at', 0],
    [kept[1], 'expires_at', 0],
  ])
    await app.admin.query(`update sessions set ${column} = $2 where id = $1`, [sessionOf(session), thirtyDaysAgo(ms)]);
  const recent = await signIn();
  await open.caller.delete(`/auth/sessions/${sessionOf(recent)}`);
  await runMaintenance(app.fastify.services, maintenanceTasks);
  const { rows } = await app.admin.query(
    `select s.id, (select count(*)::int from session_tokens t where t.session_id = s.id) as tokens
     from sessions s join users u on u.id = s.user_id where u.email = $1`,
    [email],
  );
  assert.deepEqual(
    rows.sort((a, b) => (a.id < b.id ? -1 : 1)),
    [open, recent, ...kept]
      .map(sessionOf)
      .sort()
      .map((id) => ({ id, tokens: 1 })),
  );
  app.clock.set(now);
  assert.equal((await open.caller.get('/auth/me')).status, 200);
});

test('hashing for a password change holds no connection: ninety concurrent changes do not block others', async () => {
  const { signIn } = await aPerson();
  const { caller } = await signIn();
  const body = { current_password: 'a wrong password', new_password: 'the second password' };
  const wrongChanges = Promise.all(Array.from({ length: 90 }, () => caller.post('/auth/change-password', body)));
  const others = await Promise.all(Array.from({ length: 10 }, () => app.anonymous.get('//health/ready')));
  assert.ok(others.every(({ status }) => status === 200));
  const statuses = Map.groupBy(await wrongChanges, ({ status }) => status);
  assert.deepEqual([statuses.get(422)?.length, statuses.get(429)?.length], [10, 80]);
});

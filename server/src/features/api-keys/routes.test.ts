import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aKey } from '../../../../test/api-keys.ts';
import { createCaller, fieldsOf } from '../../../../test/caller.ts';
import { aShop, aStaffMember } from '../../../../test/shop.ts';
import { createTestApp, openTestApp } from '../../../../test/test-app.ts';
import { until } from '../../../../test/until.ts';
import { findUsableKey } from './find-api-key.ts';
import { touchApiKey } from './queries.ts';

const app = await createTestApp();

const statusOf = async (answer: Promise<{ status: number }>) => (await answer).status;

test('allows owners only', async () => {
  const shop = await aShop(app);
  const manager = await aStaffMember(shop, 'manager');
  assert.equal(await statusOf(manager.get('/api-keys')), 403);
  assert.equal(await statusOf(manager.post('/api-keys', { name: 'x', permissions: ['catalogue:read'] })), 403);
});

test('rejects a revoked key immediately and permanently', async () => {
  const shop = await aShop(app);
  const { caller, id } = await aKey(shop);
  assert.equal(await statusOf(caller.get('/products')), 200);
  assert.equal(await statusOf((await aShop(app)).owner.delete(`/api-keys/${id}`)), 404);
  assert.equal(await statusOf(shop.owner.delete(`/api-keys/${id}`)), 200);
  const refused = await caller.get('/products');
  assert.deepEqual([refused.status, refused.body.error.code], [401, 'UNAUTHENTICATED']);
  assert.equal(await statusOf(shop.owner.delete(`/api-keys/${id}`)), 404);
  const revoked = (await shop.owner.get(`/api-keys/${id}`)).body.data;
  assert.equal(revoked.status, 'revoked');
  assert.equal(await findUsableKey(app.database.reader(shop.merchant_id), id, app.clock.now()), undefined);
  assert.equal((await shop.owner.get('/api-keys?status=active')).body.meta.total, 0);
});

test('rejects a revoked key after a short time in other processes', async () => {
  const shop = await aShop(app);
  const { key, id } = await aKey(shop);
  const other = await openTestApp(app.connection, { isAlone: false });
  try {
    const otherCaller = createCaller(other.fastify, { authorization: `Bearer ${key}` });
    assert.equal(await statusOf(otherCaller.get('/products')), 200);
    assert.equal(await statusOf(shop.owner.delete(`/api-keys/${id}`)), 200);
    await until(async () => (await otherCaller.get('/products')).status === 401);
  } finally {
    await other.close();
  }
});

test('rejects a key after its expiry', async () => {
  const shop = await aShop(app);
  const at = new Date(Date.parse(app.clock.now()) + 60_000).toISOString();
  const { caller, id } = await aKey(shop, { expires_at: at });
  const other = await aKey(shop);
  assert.equal(await statusOf(caller.get('/products')), 200);
  const usable = (of: string, now: string) => findUsableKey(app.database.reader(shop.merchant_id), of, now);
  for (const key of [id, other.id]) assert.equal((await usable(key, app.clock.now()))?.id, key);
  assert.equal(await usable(id, at), undefined, 'at the end itself');
  app.clock.freeze(new Date(Date.parse(at) - 1).toISOString());
  assert.equal(await statusOf(caller.get('/products')), 200);
  app.clock.freeze(at);
  assert.equal(await statusOf(caller.get('/products')), 401, 'at the end itself');
  assert.equal((await shop.owner.get(`/api-keys/${id}`)).body.data.status, 'expired', 'at the end itself');
  app.clock.set(new Date(Date.parse(at) + 1_000).toISOString());
  assert.equal(await statusOf(caller.get('/products')), 401);
  assert.equal((await shop.owner.get(`/api-keys/${id}`)).body.data.status, 'expired');
  app.clock.freeze(app.clock.now());
  for (const expires_at of ['2020-01-01T00:00:00.000Z', app.clock.now()]) {
    const past = await shop.owner.post('/api-keys', { name: 'x', permissions: ['catalogue:read'], expires_at });
    assert.deepEqual([past.status, fieldsOf(past)], [422, ['expires_at']], expires_at);
  }
  app.clock.set(app.clock.now());
});

test('records the key and its creator in events and the audit log', async () => {
  const shop = await aShop(app);
  const { caller, id } = await aKey(shop, { permissions: ['customers:write'] });
  assert.equal(await statusOf(caller.post('/customers', { name: 'Anna' })), 201);
  assert.equal(await statusOf(shop.owner.post('/customers', { name: 'Bert' })), 201);
  const events = (await shop.owner.get('/events?types=customer.created')).body.data as {
    user_id: string;
    api_key_id: string | null;
  }[];
  assert.deepEqual(
    events.map(({ user_id, api_key_id }) => [user_id, api_key_id]),
    [
      [shop.owner_id, id],
      [shop.owner_id, null],
    ],
  );
  const entries = (await shop.owner.get('/audit?action=customer.created')).body.data;
  assert.deepEqual([entries[1].api_key_id, entries[1].api_key_name, entries[1].session_id], [id, 'Web shop', null]);
  assert.deepEqual([entries[0].api_key_id, entries[0].api_key_name], [null, null]);
  const created = (await shop.owner.get('/audit?action=api_key.*')).body.data;
  assert.deepEqual([created.length, created[0].action, created[0].subject_name], [1, 'api_key.created', 'Web shop']);
});

test('stores only a hash of the key, also in stored responses', async () => {
  const shop = await aShop(app);
  const headers = { 'idempotency-key': 'one-key' };
  const create = () => shop.owner.post('/api-keys', { name: 'Once', permissions: ['catalogue:read'] }, headers);
  const { key, id } = (await create()).body.data;
  const again = await create();
  assert.deepEqual([again.body.data.id, again.body.data.key], [id, null]);
  const { rows } = await app.admin.query(
    `select string_agg(t::text, ' ') as all from (
       select to_jsonb(k) as t from api_keys k union all select to_jsonb(i) from idempotency_keys i union all select to_jsonb(a) from audit_entries a) rows`,
  );
  assert.ok(!rows[0].all.includes(key.slice(8)));
});

test('separates idempotency keys of users and API keys', async () => {
  const shop = await aShop(app);
  const { caller } = await aKey(shop, { permissions: ['customers:write'] });
  const headers = { 'idempotency-key': 'shared' };
  assert.equal(await statusOf(shop.owner.post('/customers', { name: 'Anna' }, headers)), 201);
  const refused = await caller.post('/customers', { name: 'Anna' }, headers);
  assert.equal(refused.body.error.code, 'IDEMPOTENCY_CONFLICT');
});

test('updates the last use once a minute', async () => {
  const shop = await aShop(app);
  const { caller, id } = await aKey(shop);
  const unused = await aKey(shop);
  const lastUse = async () => (await shop.owner.get(`/api-keys/${id}`)).body.data.last_used_at as string | null;
  /** Uses the key after a renaming, which removes it from the cache. */
  const use = async () => {
    assert.equal(await statusOf(shop.owner.put(`/api-keys/${id}`, { name: `Key ${++uses}` })), 200);
    assert.equal(await statusOf(caller.get('/products')), 200);
  };
  let uses = 0;
  await use();
  await until(async () => (await lastUse()) !== null);
  const first = await lastUse();
  const useAfter = async (ms: number) => {
    app.clock.freeze(new Date(Date.parse(first ?? '') + ms).toISOString());
    await use();
  };
  await useAfter(60_000);
  assert.equal(await lastUse(), first);
  await useAfter(60_001);
  await until(async () => (await lastUse()) === app.clock.now());
  assert.equal((await shop.owner.get(`/api-keys/${unused.id}`)).body.data.last_used_at, null);
  const asReadBefore = touchApiKey(app.database.reader(shop.merchant_id), { id, last_used_at: first }, app.clock.now());
  assert.equal(await asReadBefore, 0, 'another process was first');
  app.clock.set(app.clock.now());
});

test('counts an invalid key for its address, and a valid key separately', async () => {
  const limited = await openTestApp(app.connection, { env: { RATE_LIMIT_PER_MINUTE: '20' } });
  try {
    const shop = await aShop(app);
    const [one, two] = [await aKey(shop), await aKey(shop)];
    const at = (key: string, remoteAddress: string) =>
      limited.fastify.inject({
        method: 'GET',
        url: '/api/v1/products',
        remoteAddress,
        headers: { authorization: `Bearer ${key}` },
      });
    const otherThan = (letter: string | undefined) => (letter === 'A' ? 'Q' : 'A');
    const forged = [
      `${one.key.slice(0, -1)}${otherThan(one.key.at(-1))}`,
      `${one.key.slice(0, 40)}${otherThan(one.key[40])}${one.key.slice(41)}`,
      'tk_live_',
      `${one.key}=`,
      one.key.slice(0, -4),
    ];
    for (const key of forged) {
      const { statusCode } = await at(key, '198.51.100.50');
      assert.equal(statusCode, 401);
    }
    const statuses: number[] = [];
    for (let turn = 0; turn < 20; turn += 1)
      statuses.push((await at(`tk_live_${'A'.repeat(78)}${10 + turn}`, '198.51.100.50')).statusCode);
    assert.deepEqual(statuses.slice(-5), [429, 429, 429, 429, 429]);
    for (let turn = 0; turn < 20; turn += 1) assert.equal((await at(one.key, `198.51.100.${turn}`)).statusCode, 200);
    assert.equal((await at(one.key, '198.51.100.51')).statusCode, 429);
    assert.equal((await at(two.key, '198.51.100.51')).statusCode, 200);
  } finally {
    await limited.close();
  }
});

test('lists, finds and renames keys, and allows fifty', async () => {
  const shop = await aShop(app);
  const created = [];
  for (let turn = 0; turn < 49; turn += 1) created.push((await aKey(shop, { name: `Key ${turn}` })).id);
  const expires_at = new Date(Date.parse(app.clock.now()) + 60_000).toISOString();
  await aKey(shop, { name: 'Expiring', expires_at });
  const create = (name: string) => shop.owner.post('/api-keys', { name, permissions: ['catalogue:read'] });
  app.clock.freeze(new Date(Date.parse(expires_at) - 1).toISOString());
  assert.equal((await create('One more')).body.error.code, 'INVALID_STATE');
  app.clock.freeze(expires_at);
  assert.equal((await create('Instead of the expired one')).status, 201);
  assert.equal((await create('One more')).body.error.code, 'INVALID_STATE');
  app.clock.set(expires_at);
  const [first = ''] = created;
  const renamed = await shop.owner.put(`/api-keys/${first}`, { name: ' Accounts ' });
  assert.deepEqual([renamed.status, renamed.body.data.name], [200, 'Accounts']);
  assert.equal(await statusOf(shop.owner.put(`/api-keys/${first}`, { name: 'Accounts' })), 200);
  assert.equal((await shop.owner.get('/api-keys?sort=name&limit=1')).body.data[0].name, 'Accounts');
  assert.equal(await statusOf(shop.owner.delete(`/api-keys/${first}`)), 200);
  for (const action of ['api_key.updated', 'api_key.revoked']) {
    const entries = (await shop.owner.get(`/audit?action=${action}`)).body.data;
    assert.deepEqual([entries.length, entries[0].subject_id], [1, first], action);
  }
  await aKey(shop, { name: 'One more' });
  assert.equal((await shop.owner.get('/api-keys')).body.meta.total, 52);
  assert.equal((await (await aShop(app)).owner.get('/api-keys')).body.meta.total, 0);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aShop } from '../../../../../test/shop.ts';
import { createTestApp } from '../../../../../test/test-app.ts';
import { newId } from '../../../core/ids.ts';

const app = await createTestApp();
const shop = await aShop(app);
const other = await aShop(app);
const subscription = { endpoint: 'https://push.example.com/abc', keys: { p256dh: 'public', auth: 'secret' } };

test('registers, lists and deletes a device', async () => {
  const answer = await shop.owner.post('/auth/register-device', {
    token: 'till-one',
    platform: 'android',
    name: 'Till 1',
  });
  assert.equal(answer.status, 201, answer.text);
  const { id } = answer.body.data;
  assert.equal(answer.body.data.name, 'Till 1');
  assert.ok(!answer.text.includes('till-one'), 'the response does not contain the push token');
  const list = await shop.owner.get('/devices');
  assert.equal(list.status, 200);
  assert.deepEqual(list.body.data, [answer.body.data]);
  assert.equal(list.body.meta.total, 1);

  assert.equal((await other.owner.get('/devices')).body.meta.total, 0);
  assert.equal((await other.owner.delete(`/devices/${id}`)).status, 404);
  assert.equal((await shop.owner.delete(`/devices/${id}`)).status, 200);
  assert.equal((await shop.owner.delete(`/devices/${id}`)).status, 404);
  assert.equal((await shop.owner.get('/devices')).body.meta.total, 0);
});

test('registering the same token again keeps the device, moves it to the caller and clears its name', async () => {
  const first = await shop.owner.post('/auth/register-device', {
    token: 'shared',
    platform: 'ios',
    name: 'Olivia’s phone',
  });
  const again = await shop.owner.post('/auth/register-device', { token: 'shared', platform: 'ios' });
  assert.equal(again.status, 200);
  assert.equal(again.body.data.id, first.body.data.id);
  assert.equal(again.body.data.name, 'Olivia’s phone');
  const moved = await other.owner.post('/auth/register-device', { token: 'shared', platform: 'ios' });
  assert.equal(moved.status, 200);
  assert.equal(moved.body.data.id, first.body.data.id);
  assert.equal(moved.body.data.name, null);
  assert.equal((await shop.owner.delete(`/devices/${first.body.data.id}`)).status, 404);
});

test('ten concurrent registrations of one token create one device', async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => shop.owner.post('/auth/register-device', { token: 'racing', platform: 'ios' })),
  );
  assert.equal(new Set(answers.map(({ body }) => body.data.id)).size, 1);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 200, 200, 200, 200, 200, 200, 201]);
});

test('registers a PushSubscription; renewed keys keep the same device', async () => {
  const first = await shop.owner.post('/auth/register-device', {
    token: { ...subscription, expirationTime: null },
    platform: 'web',
  });
  assert.equal(first.status, 201, first.text);
  const keys = { p256dh: 'newer', auth: 'newer' };
  const again = await shop.owner.post('/auth/register-device', { token: { ...subscription, keys }, platform: 'web' });
  assert.equal(again.status, 200);
  assert.equal(again.body.data.id, first.body.data.id);
  const { rows } = await app.admin.query(`select token from devices where id = $1`, [first.body.data.id]);
  assert.deepEqual(JSON.parse(rows[0].token), { endpoint: subscription.endpoint, keys });
});

const wrong: [string, unknown, string[]][] = [
  ['an empty body', {}, ['platform', 'token']],
  ['an unknown platform', { token: 't', platform: 'toaster' }, ['platform']],
  ['a blank token', { token: ' ', platform: 'ios' }, ['token']],
  ['a subscription on a phone', { token: subscription, platform: 'ios' }, ['token']],
  [
    'half a subscription',
    { token: { endpoint: 'ftp://x', keys: {} }, platform: 'web' },
    ['token.endpoint', 'token.keys.auth', 'token.keys.p256dh'],
  ],
];
for (const [title, body, fields] of wrong) {
  test(`rejects ${title}`, async () => {
    const answer = await shop.owner.post('/auth/register-device', body);
    assert.equal(answer.status, 422);
    assert.deepEqual(answer.body.error.details.map(({ field }: { field: string }) => field).sort(), fields);
  });
}

test('a subscription as text is the same device as the subscription as an object', async () => {
  const token = { ...subscription, endpoint: 'https://push.example.com/text' };
  const first = await shop.owner.post('/auth/register-device', { token, platform: 'web' });
  const again = await shop.owner.post('/auth/register-device', { token: ` ${JSON.stringify(token)}`, platform: 'web' });
  assert.deepEqual([first.status, again.status], [201, 200]);
  assert.equal(again.body.data.id, first.body.data.id);
});

test('rejects a token that starts like JSON but is not a subscription', async () => {
  const before = (await shop.owner.get('/devices')).body.meta.total;
  const texts = [
    '{',
    '{}',
    '[]',
    ' {"endpoint":1}',
    '"x"',
    '{"endpoint":"https://push.example.com/x","keys":{}}',
    '{"endpoint":"x","keys":null}',
  ];
  const wrongKeys = JSON.stringify({ ...subscription, keys: { p256dh: 'not base64!', auth: 'x' } });
  for (const token of [...texts, wrongKeys, JSON.stringify({ ...subscription, endpoint: 'ftp://x' })]) {
    for (const platform of ['web', 'ios', 'android']) {
      const answer = await shop.owner.post('/auth/register-device', { token, platform });
      assert.deepEqual([answer.status, answer.body.error?.code], [422, 'VALIDATION_ERROR'], token);
      assert.deepEqual(
        answer.body.error.details.map(({ field }: { field: string }) => field),
        ['token'],
      );
    }
  }
  const phone = await shop.owner.post('/auth/register-device', {
    token: JSON.stringify(subscription),
    platform: 'ios',
  });
  assert.deepEqual([phone.status, phone.body.error.details[0].field], [422, 'token']);
  assert.equal((await shop.owner.get('/devices')).body.meta.total, before);
});

test('an idempotency key belongs to its caller', async () => {
  const body = { token: 'keyed', platform: 'ios' };
  const key = { 'idempotency-key': 'one and the same' };
  const first = await shop.owner.post('/auth/register-device', body, key);
  const replay = await shop.owner.post('/auth/register-device', body, key);
  assert.equal(replay.text, first.text);
  assert.equal(replay.headers['idempotent-replayed'], 'true');
  const otherUser = await other.owner.post('/auth/register-device', body, key);
  assert.equal(otherUser.status, 200, 'the device moves to the other user, and no response is replayed');
  assert.equal(otherUser.headers['idempotent-replayed'], undefined);
});

test('needs a session, and rejects an invalid id', async () => {
  assert.equal((await app.anonymous.post('/auth/register-device', { token: 't', platform: 'ios' })).status, 401);
  assert.equal((await app.anonymous.get('/devices')).status, 401);
  assert.equal((await app.anonymous.delete(`/devices/${newId()}`)).status, 401);
  assert.equal((await shop.owner.delete('/devices/not-an-id')).status, 404);
});

test('rejects a subscription that is too long to store', async () => {
  const register = (token: object) => shop.owner.post('/auth/register-device', { platform: 'web', token });
  const fieldOf = async (token: object) => (await register(token)).body.error.details[0].field;
  assert.equal(
    await fieldOf({ ...subscription, endpoint: `https://push.example.com/${'\0'.repeat(2_000)}` }),
    'token.endpoint',
  );
  assert.equal(
    await fieldOf({ ...subscription, keys: { p256dh: '\u0001'.repeat(500), auth: 'secret' } }),
    'token.keys.p256dh',
  );
  const longest = {
    endpoint: `https://push.example.com/${'"'.repeat(2_020)}`,
    keys: { p256dh: 'p'.repeat(500), auth: 'a'.repeat(500) },
  };
  assert.equal((await register(longest)).status, 201);
});

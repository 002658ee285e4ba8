import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const sent: string[] = [];
const app = await createTestApp({
  post: async ({ url }) => {
    sent.push(url);
    return { status: 201, body: '' };
  },
});
const keys = {
  p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  auth: 'tBHItJI5svbpez7KI4CCXg',
};
const subscription = (number: number) => ({ endpoint: `https://push.example/${number}`, keys });

test('a user has at most ten devices; another one replaces the oldest registration', async () => {
  const [shop, other] = [await aShop(app), await aShop(app)];
  const register = (number: number) =>
    shop.owner.post('/auth/register-device', { token: subscription(number), platform: 'web' });
  await other.owner.post('/auth/register-device', { token: 'of another user', platform: 'ios' });
  const ids: string[] = [];
  for (let number = 0; number < 10; number += 1) {
    ids.push((await register(number)).body.data.id);
    app.clock.advance(1_000);
  }
  assert.equal((await register(0)).status, 200, 'the first device registers again');
  app.clock.advance(1_000);
  const eleventh = await register(10);
  assert.equal(eleventh.status, 201);
  const listed = (await shop.owner.get('/devices?limit=50')).body.data.map(({ id }: { id: string }) => id);
  assert.deepEqual(listed.sort(), [...ids.filter((_, index) => index !== 1), eleventh.body.data.id].sort());
  assert.equal((await other.owner.get('/devices')).body.meta.total, 1);
});

test('twenty concurrent registrations leave ten devices', async () => {
  const shop = await aShop(app);
  const register = (number: number) =>
    shop.owner.post('/auth/register-device', { token: subscription(100 + number), platform: 'web' });
  await Promise.all(Array.from({ length: 20 }, (_, number) => register(number)));
  assert.equal((await shop.owner.get('/devices')).body.meta.total, 10);
});

test('a test is sent to each device once, and another test must wait', async () => {
  const shop = await aShop(app);
  for (let number = 200; number < 212; number += 1)
    await shop.owner.post('/auth/register-device', { token: subscription(number), platform: 'web' });
  sent.length = 0;
  const [first, second] = [await shop.owner.post('/push/test'), await shop.owner.post('/push/test')];
  assert.deepEqual([first.status, first.body.data.length, sent.length], [200, 10, 10]);
  assert.deepEqual([second.status, second.body.error.code], [429, 'RATE_LIMITED']);
  assert.ok(Number(second.headers['retry-after']) >= 1);
  assert.equal((await (await aShop(app)).owner.post('/push/test')).status, 200, 'the pause is per user');
});

import { test } from 'node:test';
import { createCaller, type Reply } from '../caller.ts';
import { aSession, aShop } from '../shop.ts';
import { createTestApp } from '../test-app.ts';
import { assert, claimsOf } from './claims.ts';

const app = await createTestApp({ env: { RATE_LIMIT_PER_MINUTE: '' } });
const unlimited = await createTestApp();
const { proves } = claimsOf(import.meta.filename);
const shop = await aShop(app);

test('limits a user to a hundred requests a minute', async () => {
  const email = 'limited@example.com';
  const password = 'long enough';
  await app.anonymous.post('/auth/register', { email, password, name: 'L' });
  const first = await aSession(app, email, password);
  const second = await aSession(app, email, password);
  const started_s = Math.floor(Date.now() / 1_000);
  const answers: Reply[] = [];
  for (let sent = 0; sent < 100; sent += 1) answers.push(await (sent % 2 === 0 ? first : second).get('/auth/me'));
  const refused = await first.get('/auth/me');
  await proves('100 requests a minute for a user', async () => {
    assert.ok(
      answers.every(({ status }) => status === 200),
      'all 100 requests succeed',
    );
    assert.equal((await shop.owner.get('/auth/me')).status, 200);
  });
  await proves(['429 when exceeded', 'status 429 Too Many Requests'], () => {
    assert.equal(refused.status, 429);
    assert.equal(refused.body.success, false);
  });
  await proves('header X-RateLimit-Limit: the limit', () => {
    for (const { headers } of [...answers, refused]) assert.equal(String(headers['x-ratelimit-limit']), '100');
  });
  await proves('header X-RateLimit-Remaining: remaining requests', () => {
    assert.deepEqual(
      answers.map(({ headers }) => Number(headers['x-ratelimit-remaining'])),
      answers.map((_, index) => 99 - index),
    );
    assert.equal(String(refused.headers['x-ratelimit-remaining']), '0');
  });
  await proves('header X-RateLimit-Reset: integer timestamp of the reset', () => {
    const resets_at = Number(refused.headers['x-ratelimit-reset']);
    assert.ok(Number.isInteger(resets_at) && resets_at >= started_s && resets_at <= started_s + 62, String(resets_at));
  });
});

test('pages every list in the same way', async () => {
  const { owner } = await aShop(unlimited);
  await proves('page is 1 and limit 20 by default, at most 100, on every list', async () => {
    const caller = createCaller(unlimited.fastify, owner.headers);
    for (const path of ['/products', '/transactions', '/customers', '/inventory?view=records']) {
      const list = (query: string) => caller.get(`${path}${path.includes('?') ? '&' : '?'}${query}`);
      const { page, limit } = (await list('')).body.meta;
      assert.deepEqual([page, limit], [1, 20], path);
      assert.equal((await list('limit=100')).body.meta.limit, 100, path);
      for (const invalid of ['limit=101', 'limit=0', 'page=0', 'limit=many'])
        assert.equal((await list(invalid)).status, 422, `${path} ${invalid}`);
    }
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RouteOptions } from 'fastify';
import { pino } from 'pino';
import { aShop, type Shop } from '../../../../test/shop.ts';
import { createTestApp, type TestApp } from '../../../../test/test-app.ts';
import { until } from '../../../../test/until.ts';
import { notFound } from '../../core/errors.ts';

const full = 100;
const path = '/api/v1/customers';
const body = JSON.stringify({ name: 'One too many' });
/** One merchant may use the whole service, so that a single merchant can fill it. */
const oneMayFillIt = { MERCHANT_REQUESTS: '1000' };

/** Requests for customers wait until the gate opens. */
function aGate() {
  const gate = Promise.withResolvers<void>();
  const onRoute = (route: RouteOptions) => {
    if (route.url === path && route.method === 'GET')
      route.handler = () => gate.promise.then(() => Promise.reject(notFound('Record')));
  };
  return { onRoute, open: gate.resolve };
}

const listen = (app: TestApp) => app.fastify.listen({ port: 0, host: '127.0.0.1' });
const own = ['connection', 'date', 'keep-alive', 'x-request-id', 'retry-after'];
const kept = (headers: Iterable<[string, unknown]>) =>
  Object.fromEntries(
    [...headers].filter(([name]) => !own.includes(name)).map(([name, value]) => [name, String(value)]),
  );

for (const [allowed, origins] of [
  ['*', ['https://till.example', undefined]],
  ['https://till.example', ['https://till.example', 'https://elsewhere.example', undefined]],
] as const)
  test(`answers a request rejected before it is read as the application would, with CORS_ORIGINS=${allowed}`, async () => {
    const lines: Record<string, unknown>[] = [];
    const logger = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) });
    const { onRoute, open } = aGate();
    const app = await createTestApp({
      env: { CORS_ORIGINS: allowed, RATE_LIMIT_PER_MINUTE: '0', ...oneMayFillIt },
      logger,
      onRoute,
    });
    const { owner } = await aShop(app);
    const url = await listen(app);
    const waiting = Array.from({ length: full }, () => owner.get('/customers'));
    await until(async () => (await owner.post('/customers', {})).status === 503);
    for (const origin of origins) {
      const headers = { ...owner.headers, 'content-type': 'application/json', ...(origin && { origin }) };
      const inside = await app.fastify.inject({ method: 'POST', url: path, headers, payload: body });
      const before = lines.length;
      const outside = await fetch(`${url}${path}`, { method: 'POST', headers, body });
      assert.deepEqual([outside.status, await outside.text()], [inside.statusCode, inside.body]);
      assert.equal(outside.status, 503);
      assert.deepEqual(kept(outside.headers), kept(Object.entries(inside.headers)));
      assert.match(outside.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
      assert.ok(['1', '2', '3'].includes(outside.headers.get('retry-after') ?? ''));
      assert.ok(lines.slice(before).every(({ request_id }) => request_id !== outside.headers.get('x-request-id')));
    }
    // Health checks and preflight requests are still answered.
    assert.equal((await fetch(`${url}/health/live`)).status, 200);
    assert.equal(
      (await fetch(`${url}${path}`, { method: 'OPTIONS', headers: { origin: 'https://till.example' } })).status,
      200,
    );
    open();
    assert.deepEqual([...new Set((await Promise.all(waiting)).map(({ status }) => status))], [404]);
    await until(() => lines.some(({ msg }) => msg === 'rejected: more requests than can be served'));
    const told = lines
      .filter(({ msg }) => msg === 'rejected: more requests than can be served')
      .map(({ requests }) => Number(requests));
    assert.equal(
      told.reduce((sum, count) => sum + count, 0),
      origins.length,
    );
    const metrics = (await app.fastify.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })).body;
    const sample = `tillhouse_http_request_duration_seconds_count{method="POST",route="rejected",status="503"} ${origins.length}`;
    assert.ok(metrics.includes(sample), metrics);
  });

test('rejects a burst of one user by the user’s own limit, not by the service’s, also before the request is read', async () => {
  const { onRoute, open } = aGate();
  const app = await createTestApp({ env: { RATE_LIMIT_PER_MINUTE: String(full), ...oneMayFillIt }, onRoute });
  const [greedy, other] = [await aShop(app), await aShop(app)];
  app.clock.advance(61_000);
  const url = await listen(app);
  const ask = ({ owner }: Shop) => fetch(`${url}${path}`, { headers: owner.headers }).then(({ status }) => status);
  const answered: number[] = [];
  const asked = Array.from({ length: full + 50 }, () => ask(greedy).then((status) => answered.push(status)));
  await until(() => answered.length >= 50);
  assert.deepEqual([answered.length, ...new Set(answered)], [50, 429]);
  assert.equal(await ask(other), 503);
  open();
  await Promise.all(asked);
  assert.deepEqual([...new Set(answered)], [429, 404]);
});

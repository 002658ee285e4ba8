import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RouteOptions } from 'fastify';
import { aShop, type Shop } from '../../../../test/shop.ts';
import { createTestApp, type TestApp } from '../../../../test/test-app.ts';
import { until } from '../../../../test/until.ts';
import { notFound } from '../../core/errors.ts';

const full = 100;
const path = '/api/v1/customers';
const body = JSON.stringify({ name: 'One too many' });
/** One merchant may use the whole capacity of the service, so that a test can exhaust it. */
const withoutMerchantLimit = { MERCHANT_REQUESTS: '1000' };

/** Makes requests for customers wait until `open` is called. */
function aGate() {
  const gate = Promise.withResolvers<void>();
  const onRoute = (route: RouteOptions) => {
    if (route.url === path && route.method === 'GET')
      route.handler = () => gate.promise.then(() => Promise.reject(notFound('Record')));
  };
  return { onRoute, open: gate.resolve };
}

const listen = (app: TestApp) => app.fastify.listen({ port: 0, host: '127.0.0.1' });

test('rejects requests under overload in the envelope, for every origin, and still answers health checks and preflights', async () => {
  const { onRoute, open } = aGate();
  const app = await createTestApp({ env: { RATE_LIMIT_PER_MINUTE: '0', ...withoutMerchantLimit }, onRoute });
  const { owner } = await aShop(app);
  const url = await listen(app);
  const waiting = Array.from({ length: full }, () => owner.get('/customers'));
  await until(async () => (await owner.post('/customers', {})).status === 503);
  for (const origin of ['https://till.example', undefined]) {
    const headers = { ...owner.headers, 'content-type': 'application/json', ...(origin && { origin }) };
    const rejected = await fetch(`${url}${path}`, { method: 'POST', headers, body });
    assert.equal(rejected.status, 503);
    assert.equal(((await rejected.json()) as { error: { code: string } }).error.code, 'UNAVAILABLE');
    assert.equal(rejected.headers.get('access-control-allow-origin'), '*');
    assert.match(rejected.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
    assert.ok(['1', '2', '3'].includes(rejected.headers.get('retry-after') ?? ''));
  }
  assert.equal((await fetch(`${url}/health/live`)).status, 200);
  assert.equal(
    (await fetch(`${url}${path}`, { method: 'OPTIONS', headers: { origin: 'https://till.example' } })).status,
    200,
  );
  open();
  assert.deepEqual([...new Set((await Promise.all(waiting)).map(({ status }) => status))], [404]);
  const metrics = (await app.fastify.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })).body;
  assert.match(
    metrics,
    /tillhouse_http_request_duration_seconds_count\{method="POST",route="\/api\/v1\/customers",status="503"\} [1-9]/,
  );
});

test('rejects a burst of one user by the user’s own limit, not by the service’s, also before the request is read', async () => {
  const { onRoute, open } = aGate();
  const app = await createTestApp({ env: { RATE_LIMIT_PER_MINUTE: String(full), ...withoutMerchantLimit }, onRoute });
  const [burstShop, other] = [await aShop(app), await aShop(app)];
  app.clock.advance(61_000);
  const url = await listen(app);
  const statusOf = ({ owner }: Shop) => fetch(`${url}${path}`, { headers: owner.headers }).then(({ status }) => status);
  const statuses: number[] = [];
  const requests = Array.from({ length: full + 50 }, () => statusOf(burstShop).then((status) => statuses.push(status)));
  await until(() => statuses.length >= 50);
  assert.deepEqual([statuses.length, ...new Set(statuses)], [50, 429]);
  assert.equal(await statusOf(other), 503);
  open();
  await Promise.all(requests);
  assert.deepEqual([...new Set(statuses)], [429, 404]);
});

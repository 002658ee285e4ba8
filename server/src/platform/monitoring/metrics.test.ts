import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createTestApp } from '../../../../test/test-app.ts';
import { until } from '../../../../test/until.ts';

const token = 'a token for monitoring';
const open = await createTestApp();
const guarded = await createTestApp({ env: { METRICS_TOKEN: token } });

const read = async (app: typeof open, remoteAddress: string, headers = {}) =>
  (await app.fastify.inject({ url: '/metrics', remoteAddress, headers })).statusCode;

test('without a token, allows only the local machine, and no proxy on it', async () => {
  assert.equal(await read(open, '127.0.0.1'), 200);
  assert.equal(await read(open, '::1'), 200);
  assert.equal(await read(open, '203.0.113.9'), 404);
  assert.equal(await read(open, '127.0.0.1', { 'x-forwarded-for': '203.0.113.9' }), 404);
  assert.equal(await read(open, '127.0.0.1', { forwarded: 'for=203.0.113.9' }), 404);
});

test('without a token, rejects a request with any header of a proxy', async () => {
  for (const name of [
    'x-real-ip',
    'x-forwarded-host',
    'x-forwarded-proto',
    'via',
    'cf-connecting-ip',
    'true-client-ip',
  ])
    assert.equal(await read(open, '127.0.0.1', { [name]: '203.0.113.9' }), 404, name);
});

test('without a token, the Host header must name the local machine', async () => {
  for (const host of [
    'shop.example',
    'shop.example:3000',
    '10.0.0.5:3000',
    'localhost.shop.example',
    '127.0.0.1.shop.example',
  ])
    assert.equal(await read(open, '127.0.0.1', { host }), 404, host);
  for (const host of ['localhost', 'localhost:3000', '127.0.0.1:3000', '[::1]:3000'])
    assert.equal(await read(open, '127.0.0.1', { host }), 200, host);
});

test('with a token, allows every client that sends it, from any address', async () => {
  assert.equal(await read(guarded, '203.0.113.9', { authorization: `Bearer ${token}` }), 200);
  assert.equal(await read(guarded, '203.0.113.9', { authorization: `Bearer ${token}!` }), 404);
  assert.equal(await read(guarded, '127.0.0.1'), 404);
});

test('reports how long the event loop was blocked since the metrics were last read', async () => {
  const longest = async () => {
    const { body } = await open.fastify.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
    return Number(/^tillhouse_event_loop_delay_seconds\{quantile="max"\} (\S+)$/m.exec(body)?.[1]);
  };
  await longest();
  // Repeats until the timer of the measurement has fired before and after the loop was blocked.
  await until(async () => {
    const before = performance.now();
    while (performance.now() - before < 200);
    await new Promise((resolve) => setTimeout(resolve, 30));
    return (await longest()) >= 0.15;
  });
  const { body } = await open.fastify.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
  assert.match(body, /^tillhouse_event_loop_delay_seconds\{quantile="0\.99"\} \d/m);
});

test('reports the metrics of the process while every database connection waits', async () => {
  const { database, admin } = open;
  const lock = sql`select pg_advisory_xact_lock(4711)`;
  const holder = await admin.connect();
  await holder.query('begin');
  await holder.query('select pg_advisory_xact_lock(4711)');
  // More queries than the pool has connections.
  const waiting = Array.from({ length: 20 }, () => database.global.many(lock));
  try {
    const { statusCode, body } = await open.fastify.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
    assert.equal(statusCode, 200);
    assert.match(body, /^tillhouse_database_connections\{state="waited_for"\} [1-9]/m);
    assert.doesNotMatch(body, /^tillhouse_jobs\{/m);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  await Promise.all(waiting);
});

test('the bounds of the durations of requests stay, so that what was recorded before can be compared', async () => {
  await open.fastify.inject({ url: '/health/live', remoteAddress: '127.0.0.1' });
  const { body } = await open.fastify.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
  const bucket = /^tillhouse_http_request_duration_seconds_bucket\{le="(.+?)",.*route="\/health\/live".*$/gm;
  const bounds = [...body.matchAll(bucket)].map(([, bound]) => bound);
  assert.equal(bounds.join(' '), '0.001 0.002 0.005 0.01 0.025 0.05 0.1 0.25 0.5 1 2.5 10 +Inf');
});

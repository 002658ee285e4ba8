import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestApp, type TestApp } from '../../../../test/test-app.ts';

const direct = await createTestApp({ env: { RATE_LIMIT_PER_MINUTE: '2' } });
const behindProxy = await createTestApp({ env: { RATE_LIMIT_PER_MINUTE: '2', TRUSTED_PROXIES: '10.0.0.1' } });

/** The remaining requests of a client with these addresses. */
async function remaining(app: TestApp, remoteAddress: string, forwarded: string): Promise<number> {
  const headers = { 'x-forwarded-for': forwarded, 'x-real-ip': forwarded, forwarded: `for=${forwarded}` };
  const answer = await app.fastify.inject({ method: 'GET', url: '/api/v1/nothing', remoteAddress, headers });
  return answer.statusCode === 429 ? -1 : Number(answer.headers['x-ratelimit-remaining']);
}

test('ignores forwarded addresses of clients that are not trusted proxies', async () => {
  assert.deepEqual(
    [await remaining(direct, '198.51.100.1', '203.0.113.1'), await remaining(direct, '198.51.100.1', '203.0.113.2')],
    [1, 0],
  );
  assert.equal(await remaining(direct, '198.51.100.1', '203.0.113.3'), -1);
  assert.equal(await remaining(behindProxy, '198.51.100.1', '203.0.113.1'), 1);
  assert.equal(await remaining(behindProxy, '198.51.100.1', '203.0.113.2'), 0, 'the client is no trusted proxy');
});

test('uses the last forwarded address of a trusted proxy, which the proxy itself added', async () => {
  assert.equal(await remaining(behindProxy, '10.0.0.1', '203.0.113.7'), 1);
  assert.equal(
    await remaining(behindProxy, '10.0.0.1', '192.0.2.1, 203.0.113.7'),
    0,
    'addresses that the client sent are ignored',
  );
  assert.equal(await remaining(behindProxy, '10.0.0.1', '203.0.113.8'), 1, 'another client has its own limit');
});

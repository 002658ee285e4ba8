import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp({ env: { SIGN_UPS_PER_HOUR: '3', JWT_SECRET: 'x'.repeat(32) } });
let people = 0;

const signUp = (remoteAddress: string) =>
  app.fastify.inject({
    method: 'POST',
    url: '/api/v1/auth/register',
    remoteAddress,
    payload: { email: `person${++people}@example.com`, password: 'a long password', name: 'Person' },
  });

test('limits the new accounts of an address in an hour, but not those of another address', async () => {
  // An IPv6 network counts as one address.
  for (const host of ['1', '2', '3']) assert.equal((await signUp(`2001:db8:1:1::${host}`)).statusCode, 201);
  const refused = await signUp('2001:db8:1:1::4');
  assert.deepEqual([refused.statusCode, refused.json().error.code], [429, 'RATE_LIMITED']);
  assert.ok(Number(refused.headers['retry-after']) > 60);
  assert.equal((await signUp('2001:db8:1:2::1')).statusCode, 201);
  await app.admin.query(
    `update rate_windows set started_at = started_at - interval '1 hour' where key like 'sign-ups %'`,
  );
  assert.equal((await signUp('2001:db8:1:1::4')).statusCode, 201);
});

test('does not limit the loopback address', async () => {
  for (let count = 0; count < 5; count += 1) assert.equal((await signUp('127.0.0.1')).statusCode, 201);
});

test('the networks of one IPv6 customer have four times as many new accounts together', async () => {
  const statuses: number[] = [];
  for (let network = 0; network < 13; network += 1)
    statuses.push((await signUp(`2001:db8:2:${network.toString(16)}::1`)).statusCode);
  assert.deepEqual(statuses, [...Array(12).fill(201), 429]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestApp } from '../../test/test-app.ts';
import { createClient, TillhouseError } from './client.ts';

const app = await createTestApp({ env: { RATE_LIMIT_PER_MINUTE: '3' }, isAlone: false });
const baseUrl = await app.fastify.listen({ host: '127.0.0.1', port: 0 });
const person = { email: 'tilda@example.com', password: 'a good long password' };

test('waits for the time of Retry-After after a rate limit, then continues', async () => {
  const waits: number[] = [];
  const retryAfter: (string | null)[] = [];
  const wait = async (ms: number) => {
    waits.push(ms);
    await app.admin.query('truncate rate_windows');
  };
  const recording: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (response.status === 429) retryAfter.push(response.headers.get('retry-after'));
    return response;
  };
  const till = createClient({ baseUrl, wait, fetch: recording });
  await till.register({ body: { ...person, name: 'Tilda' } });
  await till.signIn(person);
  for (let calls = 1; calls <= 4; calls += 1) await till.listBranches();
  assert.deepEqual([waits.length, retryAfter.length], [1, 1]);
  const [late_ms = -1] = waits.map((waited, at) => waited - Number(retryAfter[at]) * 1_000);
  assert.ok(late_ms >= 0 && late_ms <= 200, String(late_ms));
});

test('reports the wait if it is longer than allowed', async () => {
  const till = createClient({ baseUrl, retry: { total_ms: 500 } });
  await till.signIn(person);
  const calls = Promise.all(Array.from({ length: 4 }, () => till.listBranches()));
  const error: unknown = await calls.catch((thrown: unknown) => thrown);
  assert.ok(error instanceof TillhouseError);
  assert.equal(error.code, 'RATE_LIMITED');
  assert.ok(Number(error.retry_after_s) >= 1);
});

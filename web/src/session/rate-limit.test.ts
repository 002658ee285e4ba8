import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { limitedUntil, recordLimit, watchLimit } from './rate-limit.ts';

const answer = (status: number, headers: Record<string, string>) => new Response(null, { status, headers });
const limited = (wait_s: number) => answer(429, { 'retry-after': String(wait_s), 'x-ratelimit-remaining': '0' });

test('shows the later end of two limits, and removes it after that', () => {
  mock.timers.enable({ apis: ['Date', 'setTimeout'], now: 1_000_000 });
  assert.equal(limitedUntil(), 0);
  const seen: number[] = [];
  const stop = watchLimit(() => seen.push(limitedUntil()));
  try {
    recordLimit(limited(30));
    recordLimit(limited(10));
    assert.equal(limitedUntil(), 1_030_000);
    mock.timers.tick(29_999);
    assert.equal(limitedUntil(), 1_030_000);
    mock.timers.tick(1);
    assert.equal(limitedUntil(), 0);
    assert.deepEqual(seen, [1_030_000, 1_030_000, 0]);
    recordLimit(limited(5));
    assert.equal(limitedUntil(), 1_035_000);
    mock.timers.tick(5_000);
  } finally {
    stop();
    mock.timers.reset();
  }
});

test('ignores other responses, and a full share whose requests wait by themselves', () => {
  recordLimit(answer(503, { 'retry-after': '5', 'x-ratelimit-remaining': '0' }));
  recordLimit(answer(429, { 'retry-after': '5', 'x-ratelimit-remaining': '7' }));
  recordLimit(answer(429, { 'retry-after': '5' }));
  assert.equal(limitedUntil(), 0);
});

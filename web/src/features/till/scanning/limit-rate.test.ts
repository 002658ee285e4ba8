import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limitRate } from './limit-rate.ts';

test('lets no more tasks start in any window than allowed, and the others in order', async () => {
  let now = 0;
  const waits: number[] = [];
  const start = limitRate({
    count: 2,
    window_ms: 1_000,
    now: () => now,
    wait: async (ms) => void waits.push(ms),
  });
  for (let tasks = 0; tasks < 5; tasks += 1) await start();
  assert.deepEqual(waits, [1_000, 1_000, 2_000]);
  now = 2_500;
  // The third and fourth have started at 1,000, the fifth at 2,000.
  await start();
  assert.equal(waits.length, 3);
  await start();
  assert.deepEqual(waits.slice(3), [500]);
});

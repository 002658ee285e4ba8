import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextDelay_ms } from './primary.ts';

test('replaces a worker that ran for more than ten seconds at once, others after waits that double', () => {
  const waits = [0];
  for (let at = 0; at < 9; at += 1) waits.push(nextDelay_ms(waits.at(-1) ?? 0, 10_000));
  assert.deepEqual(waits, [0, 100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000]);
  assert.equal(nextDelay_ms(10_000, 10_001), 0);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSilent, refreshDelay } from './live-rules.ts';

test('refreshes soon after the first event, and later ones at most every five seconds', () => {
  assert.equal(refreshDelay(Number.NEGATIVE_INFINITY, 0), 250);
  const delays = [1_000, 3_000, 5_750, 5_751, 60_000].map((now) => refreshDelay(1_000, now));
  assert.deepEqual(delays, [5_000, 3_000, 250, 250, 250]);
});

test('a stream is dead after fifteen seconds without a message', () => {
  assert.deepEqual(
    [undefined, 20_000, 5_001, 5_000, 0].map((last) => isSilent(last, 20_000)),
    [false, false, false, true, true],
  );
});

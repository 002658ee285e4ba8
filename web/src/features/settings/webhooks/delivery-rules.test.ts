import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextAttemptOf } from './delivery-rules.ts';

test('a delivery that failed has a next attempt, until it succeeds or is given up', () => {
  const next_attempt_at = '2026-03-02T09:00:00.000Z';
  for (const [state, attempts, expected] of [
    ['pending', 0, null],
    ['pending', 1, next_attempt_at],
    ['succeeded', 1, null],
    ['failed', 9, null],
  ] as const)
    assert.equal(nextAttemptOf({ state, attempts, next_attempt_at }), expected, `${state} ${attempts}`);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTally } from './tally.ts';

test('counts by name, and drops names without a count', () => {
  const tally = createTally();
  tally.add('a', 1);
  tally.add('a', 2);
  tally.add('b', 1);
  assert.deepEqual([tally.count('a'), tally.count('b'), tally.size], [3, 1, 2]);
  tally.add('a', -2);
  assert.deepEqual([tally.count('a'), tally.size], [1, 2]);
  tally.add('a', -1);
  assert.deepEqual([tally.count('a'), tally.size], [0, 1]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRecentKeys } from './recent-keys.ts';

test('finds other keys, in whatever order they were noted', () => {
  const keys = createRecentKeys(60_000);
  assert.equal(keys.hasOther('a'), false);
  keys.note('a');
  keys.note('a');
  assert.equal(keys.hasOther('a'), false);
  assert.equal(keys.hasOther('b'), true);
  keys.note('b');
  keys.note('b');
  for (const key of ['a', 'b', 'c']) assert.equal(keys.hasOther(key), true);
  keys.note('a');
  keys.note('a');
  for (const key of ['a', 'b', 'c']) assert.equal(keys.hasOther(key), true);
});

test('forgets a key after a while', ({ mock }) => {
  let now = 1_000;
  mock.method(performance, 'now', () => now);
  const keys = createRecentKeys(5);
  keys.note('a');
  now = 1_004;
  assert.equal(keys.hasOther('b'), true);
  now = 1_005;
  assert.equal(keys.hasOther('b'), false);
  keys.note('b');
  assert.equal(keys.hasOther('b'), false);
});

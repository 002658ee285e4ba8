import assert from 'node:assert/strict';
import { test } from 'node:test';
import { covers, within } from './branches.ts';

test('two limits leave the branches that both of them include', () => {
  assert.deepEqual(within(['a', 'b'], ['b', 'c']), ['b']);
  assert.deepEqual(within(null, ['b', 'c']), ['b', 'c']);
  assert.deepEqual(within(['a', 'b'], null), ['a', 'b']);
  assert.equal(within(null, null), null);
});

test('only no limit, or one with all of the branches, covers them', () => {
  assert.ok(covers(['a', 'b'], ['b']));
  assert.ok(!covers(['a', 'b'], ['b', 'c']));
  assert.ok(!covers(['a', 'b'], null));
  assert.ok(covers(null, null));
});

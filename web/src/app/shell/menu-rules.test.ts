import assert from 'node:assert/strict';
import { test } from 'node:test';
import { itemAfterKey } from './menu-rules.ts';

test('arrow keys go round the items of a menu', () => {
  assert.deepEqual(
    [-1, 0, 2].map((index) => itemAfterKey('ArrowDown', index, 3)),
    [0, 1, 0],
  );
  assert.deepEqual(
    [-1, 0, 1, 2].map((index) => itemAfterKey('ArrowUp', index, 3)),
    [2, 2, 0, 1],
  );
});

test('Home and End go to the first and last item, and other keys to none', () => {
  assert.deepEqual([itemAfterKey('Home', 1, 3), itemAfterKey('End', 1, 3)], [0, 2]);
  assert.equal(itemAfterKey('a', 1, 3), undefined);
  assert.equal(itemAfterKey('ArrowDown', -1, 0), undefined);
});

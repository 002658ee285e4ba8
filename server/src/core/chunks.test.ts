import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chunksOf, groupsBelow, piecesOf } from './chunks.ts';

test('a list is cut into parts of the same size, and the rest', () => {
  assert.deepEqual(chunksOf([1, 2, 3, 4, 5], 2), [[1, 2], [3, 4], [5]]);
  assert.deepEqual(chunksOf([1, 2, 3, 4], 2), [
    [1, 2],
    [3, 4],
  ]);
  assert.deepEqual(chunksOf([], 2), []);
});

test('bytes are cut into pieces of the same size, and the rest', () => {
  assert.deepEqual(piecesOf(Buffer.from('abcde'), 2).map(String), ['ab', 'cd', 'e']);
  assert.deepEqual(piecesOf(Buffer.from('abcd'), 2).map(String), ['ab', 'cd']);
  assert.deepEqual(piecesOf(Buffer.alloc(0), 2), []);
});

test('groups keep the order, and have the limit as their largest sum', () => {
  const groups = (weights: readonly number[]) => groupsBelow(weights, 10, (weight) => weight);
  assert.deepEqual(groups([4, 6, 1]), [[4, 6], [1]]);
  assert.deepEqual(groups([4, 7, 3]), [[4], [7, 3]]);
  assert.deepEqual(groups([0, 0]), [[0, 0]]);
  assert.deepEqual(groups([1, 25, 1, 2]), [[1], [25], [1, 2]]);
  assert.deepEqual(groups([]), []);
});

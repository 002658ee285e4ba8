import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linePath } from './line-path.ts';

test('draws the line from the lowest to the highest value', () => {
  const size = { width: 100, height: 40 };
  assert.equal(linePath([0, 5, 10], size), 'M0 40L50 20L100 0');
  assert.equal(linePath([-10, 10], size), 'M0 40L100 0');
  assert.equal(linePath([0, 0], size), 'M0 40L100 40');
  assert.equal(linePath([7], size), 'M0 0');
  assert.deepEqual([linePath([4, 8], size), linePath([-10, -5], size)], ['M0 20L100 0', 'M0 40L100 20']);
});

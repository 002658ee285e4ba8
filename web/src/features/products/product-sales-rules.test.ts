import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeInPercent } from './product-sales-rules.ts';

test('compares with what was sold before, if anything was', () => {
  assert.deepEqual([changeInPercent(15, 10), changeInPercent(5, 10), changeInPercent(10, 10)], [50, -50, 0]);
  assert.equal(changeInPercent(0.75, 0.5), 50);
  assert.deepEqual([changeInPercent(5, 0), changeInPercent(5, -2)], [undefined, undefined]);
});

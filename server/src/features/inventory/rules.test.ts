import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adjustmentTypeOf, changeOf, keyOf, levelPagingOf, quantityComplaint, shortagesOf } from './rules.ts';

const key = { product_id: 'p', warehouse_id: 'w' };

test('lines of one SKU share what there is', () => {
  const levels = new Map([[keyOf(key), { ...key, on_hand: 10, reserved: 3 }]]);
  const demand = (line: number, quantity: number) => ({ ...key, quantity, line });
  assert.deepEqual(shortagesOf(levels, [demand(0, 7)]), []);
  assert.deepEqual(shortagesOf(levels, [demand(0, 5), demand(1, 3)]), [{ line: 1, available: 2 }]);
  // What is too much for one line is left to the next.
  assert.deepEqual(shortagesOf(levels, [demand(0, 8), demand(1, 7)]), [{ line: 0, available: 7 }]);
  assert.deepEqual(shortagesOf(new Map(), [demand(0, 1)]), [{ line: 0, available: 0 }]);
});

test('an adjustment adds, takes or counts, in either wording', () => {
  assert.equal(adjustmentTypeOf('in'), 'addition');
  assert.equal(adjustmentTypeOf('out'), 'subtraction');
  assert.equal(changeOf('addition', 4, 10), 4);
  assert.equal(changeOf('subtraction', 4, 10), -4);
  assert.equal(changeOf('adjustment', 4, 10), -6);
  assert.equal(quantityComplaint('adjustment', 0), undefined);
  assert.equal(quantityComplaint('addition', 0), 'must be at least 1');
  assert.equal(quantityComplaint('subtraction', 1_000_001), 'must be at most 1000000');
});

test('levels are paged when a page is asked for', () => {
  assert.deepEqual(levelPagingOf({}), { page: 1, limit: 1_000 });
  assert.deepEqual(levelPagingOf({ page: 2 }), { page: 2, limit: 20 });
  assert.deepEqual(levelPagingOf({ limit: 5, cursor: 'c' }), { page: 1, limit: 5, cursor: 'c' });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refundableLinesOf, refundItemsOf } from './refund-lines.ts';

test('lists the lines of which something is left to refund', () => {
  const items = [
    { line_no: 1, name: 'Tea', quantity: 3, refunded_quantity: 1 },
    { line_no: 2, name: 'Mug', quantity: 2, refunded_quantity: 2 },
    { line_no: 3, name: 'Cup', quantity: 1, refunded_quantity: 0 },
  ] as Parameters<typeof refundableLinesOf>[0]['items'];
  const left = refundableLinesOf({ status: 'partially_refunded', items }).map(({ line_no, quantity }) => [
    line_no,
    quantity,
  ]);
  assert.deepEqual(left, [
    [1, 2],
    [3, 1],
  ]);
});

test('lists only lines that cost nothing after all money is refunded', () => {
  const items = [
    { line_no: 1, name: 'Tea', quantity: 3, total: 9, refunded_quantity: 1 },
    { line_no: 2, name: 'Gift', quantity: 2, total: 0, refunded_quantity: 1 },
    { line_no: 3, name: 'Gift', quantity: 2, total: 0, refunded_quantity: 2 },
  ] as Parameters<typeof refundableLinesOf>[0]['items'];
  assert.deepEqual(refundableLinesOf({ status: 'refunded', items }), [{ line_no: 2, name: 'Gift', quantity: 1 }]);
});

test('refunds the lines with a quantity', () => {
  const lines = [1, 2, 3, 4].map((line_no) => ({ line_no, name: 'Tea', quantity: 2 }));
  assert.deepEqual(refundItemsOf(lines, { 1: 1, 2: 0, 3: undefined, 9: 5 }), [{ line_no: 1, quantity: 1 }]);
});

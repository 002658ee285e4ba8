import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAllocator } from './move-stock.ts';
import {
  adjustmentTypeOf,
  countError,
  expectedProblem,
  keyOf,
  levelPagingOf,
  type NamedLevel,
  quantityChangeOf,
  quantityProblem,
  shortagesOf,
  showLevel,
  warningsOf,
} from './rules.ts';

const key = { product_id: 'p', warehouse_id: 'w' };

test('lines of one SKU share its stock', () => {
  const levels = new Map([[keyOf(key), { ...key, on_hand: 10, reserved: 3 }]]);
  const demand = (line: number, quantity: number) => ({ ...key, quantity, line });
  assert.deepEqual(shortagesOf(levels, [demand(0, 7)]), []);
  assert.deepEqual(shortagesOf(levels, [demand(0, 5), demand(1, 3)]), [{ line: 1, available: 2 }]);
  // The stock that is insufficient for one line remains available for the next.
  assert.deepEqual(shortagesOf(levels, [demand(0, 8), demand(1, 7)]), [{ line: 0, available: 7 }]);
  assert.deepEqual(shortagesOf(new Map(), [demand(0, 1)]), [{ line: 0, available: 0 }]);
});

test('reserves for several sales in turn, and nothing for one that is short', () => {
  const other = { ...key, product_id: 'q' };
  const levels = new Map([key, other].map((one) => [keyOf(one), { ...one, on_hand: 10, reserved: 3 }]));
  const allocator = createAllocator(levels);
  assert.deepEqual(allocator.reserve([{ ...key, quantity: 5, line: 0 }]), []);
  const tooMuch = [
    { ...other, quantity: 7, line: 0 },
    { ...key, quantity: 3, line: 1 },
  ];
  assert.deepEqual(allocator.reserve(tooMuch), [{ line: 1, available: 2 }]);
  assert.deepEqual(allocator.reserve([{ ...key, quantity: 2, line: 0 }, ...tooMuch.slice(0, 1)]), []);
  assert.deepEqual(allocator.reserve([{ ...key, quantity: 1, line: 0 }]), [{ line: 0, available: 0 }]);
});

test('an adjustment adds, subtracts or counts, with either type name', () => {
  assert.equal(adjustmentTypeOf('in'), 'addition');
  assert.equal(adjustmentTypeOf('out'), 'subtraction');
  assert.equal(quantityChangeOf('addition', 4, 10), 4);
  assert.equal(quantityChangeOf('subtraction', 4, 10), -4);
  assert.equal(quantityChangeOf('adjustment', 4, 10), -6);
  assert.equal(expectedProblem('adjustment', 10), undefined);
  assert.equal(expectedProblem('addition', undefined), undefined);
  assert.equal(expectedProblem('addition', 10), 'is only for the type adjustment');
  assert.equal(quantityProblem('adjustment', 0), undefined);
  assert.equal(quantityProblem('addition', 0), 'must be at least 1');
  assert.equal(quantityProblem('addition', 1), undefined);
  assert.equal(quantityProblem('subtraction', 1_000_000), undefined);
  assert.equal(quantityProblem('subtraction', 1_000_001), 'must be at most 1000000');
});

test('pages levels if a page is requested', () => {
  assert.deepEqual(levelPagingOf({}), { page: 1, limit: 1_000 });
  assert.deepEqual(levelPagingOf({ page: 2 }), { page: 2, limit: 20 });
  assert.deepEqual(levelPagingOf({ limit: 5, cursor: 'c' }), { page: 1, limit: 5, cursor: 'c' });
});

const named = (fields: Partial<NamedLevel>): NamedLevel => ({
  product_id: 'p',
  warehouse_id: 'w',
  on_hand: 0,
  reserved: 0,
  sku: 'S',
  product_name: 'P',
  warehouse_name: 'W',
  branch_id: 'b',
  min_stock: null,
  track_stock: true,
  moved_at: '2026-03-10T12:00:00.000Z',
  ...fields,
});

test('a level has its available quantity, and is low at or below its minimum', () => {
  const { track_stock: _, moved_at: __, on_hand, ...rest } = named({ on_hand: 5, reserved: 2, min_stock: 3 });
  assert.deepEqual(showLevel(named({ on_hand: 5, reserved: 2, min_stock: 3 })), {
    ...rest,
    stock: on_hand,
    available: 3,
    low_stock: true,
  });
  assert.equal(showLevel(named({ on_hand: 4, min_stock: 3 })).low_stock, false);
  assert.equal(showLevel(named({})).low_stock, false);
  assert.equal(showLevel(named({ min_stock: 3, track_stock: false })).low_stock, false);
});

test('warns once when a threshold is reached from above', () => {
  const fall = (from: number, to: number, fields: Partial<NamedLevel> = { min_stock: 3 }) =>
    warningsOf(named({ ...fields, on_hand: from }), named({ ...fields, on_hand: to }));
  assert.deepEqual(fall(5, 4), []);
  assert.deepEqual(fall(4, 3), ['stock.low']);
  assert.deepEqual(fall(3, 1), []);
  assert.deepEqual(fall(1, 0), ['stock.out']);
  assert.deepEqual(fall(4, -1), ['stock.low', 'stock.out']);
  assert.deepEqual(fall(0, -1), []);
  assert.deepEqual(fall(0, 9), []);
  assert.deepEqual(fall(1, 0, { min_stock: 0 }), ['stock.low', 'stock.out']);
  assert.deepEqual(fall(1, 0, {}), ['stock.out']);
  assert.deepEqual(fall(4, 0, { min_stock: 3, track_stock: false }), []);
});

test('a count may take all that is available, and no more', () => {
  const stock = { track_stock: true, may_change: true, available: 3, allow_negative: false };
  assert.equal(countError(-3, stock), undefined);
  assert.equal(countError(5, { ...stock, available: -2 }), undefined, 'a larger count is always possible');
  assert.deepEqual(countError(-4, stock)?.details, [
    { field: 'stock', message: 'would take 4 from the default warehouse, which has only 3 available' },
  ]);
  assert.equal(
    countError(-1, { ...stock, available: 0 })?.details[0]?.message.endsWith('which has none available'),
    true,
  );
  assert.equal(countError(-4, { ...stock, allow_negative: true }), undefined);
  assert.equal(countError(-1, { ...stock, track_stock: false })?.code, 'INVALID_STATE');
  assert.equal(countError(1, { ...stock, may_change: false })?.code, 'FORBIDDEN');
  assert.equal(countError(0, { ...stock, track_stock: false, may_change: false }), undefined, 'nothing changes');
});

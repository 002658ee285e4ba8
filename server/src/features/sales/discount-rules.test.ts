import assert from 'node:assert/strict';
import { test } from 'node:test';
import { excessiveDiscounts } from './discount-rules.ts';

const line = (
  list_price: bigint,
  quantity: number,
  { price = list_price, line_discount = 0n, sale_discount = 0n } = {},
) => ({
  ...{ list_price, quantity, price, line_discount, sale_discount },
});
const fieldsOf = (lines: ReturnType<typeof line>[], max_ppm = 200_000) =>
  excessiveDiscounts({ lines }, max_ppm).map(({ field }) => field);

test('accepts a discount of exactly the limit, and rejects one minor unit more', () => {
  assert.deepEqual(fieldsOf([line(1_000n, 1, { line_discount: 200n })]), []);
  assert.deepEqual(fieldsOf([line(1_000n, 1, { line_discount: 201n })]), ['items[0].discount']);
  assert.deepEqual(fieldsOf([line(1_000n, 1, { sale_discount: 200n })]), []);
  assert.deepEqual(fieldsOf([line(1_000n, 1, { sale_discount: 201n })]), ['discount']);
});

test('rounds a fractional limit down, in the shop’s favour', () => {
  // 20 % of 9.99 is 1.998.
  assert.deepEqual(fieldsOf([line(999n, 1, { line_discount: 199n })]), []);
  assert.deepEqual(fieldsOf([line(999n, 1, { line_discount: 200n })]), ['items[0].discount']);
});

test('applies the limit to the whole line, whatever the quantity', () => {
  assert.deepEqual(fieldsOf([line(333n, 3, { line_discount: 199n })]), []);
  assert.deepEqual(fieldsOf([line(333n, 3, { line_discount: 200n })]), ['items[0].discount']);
});

test('counts the discounts of lines and sale together', () => {
  const lines = (sale_discount: bigint) => [
    line(1_000n, 1, { line_discount: 200n }),
    line(1_000n, 1, { line_discount: 100n, sale_discount }),
  ];
  assert.deepEqual(fieldsOf(lines(100n)), []);
  assert.deepEqual(fieldsOf(lines(101n)), ['discount']);
  assert.deepEqual(fieldsOf([line(1_000n, 1, { line_discount: 200n, sale_discount: 1n })]), ['discount']);
});

test('rejects an excessive discount on one line, even if the whole sale is within the limit', () => {
  assert.deepEqual(fieldsOf([line(100_000n, 1), line(100n, 1, { line_discount: 100n })]), ['items[1].discount']);
});

test('a lowered price is a reduction; a raised one allows a larger discount', () => {
  assert.deepEqual(fieldsOf([line(1_000n, 1, { price: 800n })]), []);
  assert.deepEqual(fieldsOf([line(1_000n, 1, { price: 900n, line_discount: 101n })]), ['items[0].discount']);
  assert.deepEqual(fieldsOf([line(1_000n, 1, { price: 1_200n, line_discount: 400n })]), []);
});

test('a free item allows no discount', () => {
  assert.deepEqual(fieldsOf([line(0n, 5)], 0), []);
  assert.deepEqual(fieldsOf([line(1_000n, 1, { line_discount: 1n })], 0), ['items[0].discount']);
  assert.deepEqual(fieldsOf([line(1_000n, 1, { line_discount: 1_000n })], 1_000_000), []);
});

test('accepts a percentage of exactly the limit, although it is rounded half up', () => {
  // 20 % of 9.99 is 1.998, which is rounded to 2.00.
  const lines = [{ ...line(999n, 1, { line_discount: 200n }), discount_ppm: 200_000 }];
  assert.deepEqual(excessiveDiscounts({ lines }, 200_000), []);
  const whole = [line(999n, 1, { sale_discount: 200n })];
  assert.deepEqual(excessiveDiscounts({ lines: whole, discount_ppm: 200_000 }, 200_000), []);
  // 20 % of 10.03 is 2.006: with the discount on the sale, a unit more than the percentage of the line.
  assert.deepEqual(excessiveDiscounts({ lines: [...lines, line(4n, 1, { sale_discount: 1n })] }, 200_000), []);
  assert.equal(
    excessiveDiscounts({ lines: [line(999n, 1, { sale_discount: 201n })], discount_ppm: 200_000 }, 200_000).length,
    1,
  );
});

test('names the limit in percent', () => {
  const lines = [line(1_000n, 1, { line_discount: 900n })];
  const messages = excessiveDiscounts({ lines }, 125_000).map(({ message }) => message);
  assert.deepEqual([...new Set(messages)], ['is more than 12.5 % of the list price']);
});

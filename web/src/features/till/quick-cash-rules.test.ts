import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quickCash } from './quick-cash-rules.ts';

test('suggests notes and sums of few notes above the amount due', () => {
  for (const [due, currency, expected] of [
    [8.2, 'EUR', [9, 10, 20, 50]],
    [10.5, 'EUR', [12, 15, 20, 50]],
    [20, 'EUR', [50, 100, 200, 500]],
    [0.5, 'EUR', [1, 2, 5, 10]],
    [0.01, 'EUR', [1, 2, 5, 10]],
    [12_500, 'IDR', [14_000, 15_000, 20_000, 50_000]],
    [3.075, 'KWD', [5, 10, 20]],
  ] as const)
    assert.deepEqual(quickCash(due, currency), expected, `${due} ${currency}`);
  assert.deepEqual([quickCash(0, 'EUR'), quickCash(-5, 'EUR')], [[], []]);
});

test('suggests no note that the currency does not have', () => {
  // Neither 200 nor 500: four or ten notes of 50.
  assert.deepEqual(quickCash(42, 'GBP'), [45, 50]);
  assert.deepEqual(quickCash(99.99, 'USD'), [100]);
  assert.deepEqual(quickCash(130, 'IDR'), [200, 500, 1_000, 2_000]);
});

test('suggests no amount with a note too many', () => {
  // 16 would be 10 + 5 + 1 for 14.50, and 60 would be 50 + 10 for 50.
  assert.deepEqual(quickCash(14.5, 'EUR'), [15, 20, 50, 100]);
  assert.deepEqual(quickCash(50, 'EUR'), [100, 200, 500]);
});

test('suggests many of the largest note for a large amount', () => {
  assert.deepEqual(quickCash(1_250_000, 'IDR'), [1_300_000]);
  assert.deepEqual(quickCash(620, 'GBP'), [650]);
});

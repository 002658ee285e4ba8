import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../core/errors.ts';
import {
  addAmounts,
  type Count,
  checkCount,
  denominationError,
  totalVariance,
  varianceAct,
  varianceOf,
} from './rules.ts';

test('the variance is what was counted less what was expected, for each counted method', () => {
  const expected = [
    { method: 'cash', amount: 120n },
    { method: 'card', amount: 80n },
    { method: 'voucher', amount: 5n },
  ] as const;
  const counted = [
    { method: 'qris', amount: 7n },
    { method: 'card', amount: 80n },
    { method: 'cash', amount: 118n },
  ] as const;
  assert.deepEqual(varianceOf(expected, counted), [
    { method: 'cash', amount: -2n },
    { method: 'card', amount: 0n },
    { method: 'qris', amount: 7n },
  ]);
});

test('amounts are added method by method, in the order of the methods', () => {
  const amounts = [
    { method: 'card', amount: 3n },
    { method: 'cash', amount: 10n },
  ] as const;
  const added = [
    { method: 'card', amount: -1n },
    { method: 'credit_card', amount: 4n },
  ] as const;
  assert.deepEqual(addAmounts(amounts, added), [
    { method: 'cash', amount: 10n },
    { method: 'card', amount: 2n },
    { method: 'credit_card', amount: 4n },
  ]);
});

test('a variance is what is missing and too much together', () => {
  const act = varianceAct(
    totalVariance([
      { method: 'cash', amount: -3n },
      { method: 'card', amount: 2n },
    ]),
  );
  assert.deepEqual([act.action, act.amount, act.appliesWithoutLimit], ['shift_variance', 5n, true]);
  assert.equal(varianceAct(0n).appliesWithoutLimit, false);
});

test('denominations must add up to the counted cash', () => {
  const denominations = [
    { value: 500n, count: 3 },
    { value: 20n, count: 2 },
  ];
  assert.equal(denominationError(denominations, 1_540n), undefined);
  assert.equal(denominationError(denominations, 1_539n)?.field, 'denominations');
  assert.equal(denominationError([], 1n)?.field, 'denominations');
  assert.equal(denominationError(null, 1n), undefined);
});

const fieldsOf = (count: Count) => {
  try {
    checkCount(count);
  } catch (error) {
    assert.ok(error instanceof AppError);
    return error.details.map(({ field }) => field);
  }
  return [];
};

test('a count has cash, each method once, and denominations of its cash', () => {
  const cash = { method: 'cash', amount: 50n } as const;
  const card = { method: 'card', amount: 10n } as const;
  const fifty = [{ value: 50n, count: 1 }];
  assert.deepEqual(fieldsOf({ counted: [card, cash], denominations: fifty }), []);
  assert.deepEqual(fieldsOf({ counted: [card], denominations: fifty }), ['counted']);
  assert.deepEqual(fieldsOf({ counted: [cash, card, card], denominations: null }), ['counted[2].method']);
  assert.deepEqual(fieldsOf({ counted: [card, cash], denominations: [] }), ['denominations']);
});

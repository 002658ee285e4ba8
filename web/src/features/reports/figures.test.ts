import assert from 'node:assert/strict';
import { test } from 'node:test';
import { branchesToCompare, changeSince, latestExportsOf, sumsFor } from './figures.ts';

test('computes the change since a period of gain, loss or nothing', () => {
  for (const [was, is, expected] of [
    [100, 150, 50],
    [100, 50, -50],
    [-100, 50, 150],
    [-100, -150, -50],
    [0.5, 0.5, 0],
    [0, 5, undefined],
  ] as const)
    assert.equal(changeSince(was, is), expected);
});

test('shows costs and profit only to those who may see costs', () => {
  const names = (mayCosts: boolean) =>
    sumsFor((what) => mayCosts && what === 'costs:read')
      .map(({ name, isCount, isRare }) => `${name}${isCount === true ? '#' : ''}${isRare === true ? '?' : ''}`)
      .join(' ');
  assert.equal(
    names(true),
    'gross_sales discounts refunds total_sales rounding? tax cost gross_profit total_transactions# items_sold# average_transaction',
  );
  assert.equal(
    names(false),
    'gross_sales discounts refunds total_sales rounding? tax total_transactions# items_sold# average_transaction',
  );
});

test('compares two to twelve branches', () => {
  const shown = [0, 1, 2, 12, 13].map((length) => branchesToCompare(Array.from({ length }, () => 'branch')).length);
  assert.deepEqual(shown, [0, 0, 2, 12, 0]);
});

test('shows the five latest exports of the user', () => {
  const exports = ['me', 'other', null, 'me', 'me', 'me', 'me', 'me'].map((user_id, id) => ({ id, user_id }));
  assert.deepEqual(
    latestExportsOf('me', exports).map(({ id }) => id),
    [0, 3, 4, 5, 6],
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparedName, figuresFor, gainOf, type Summary, sharesOf } from './figures.ts';

test('shows the profit only to those who may see costs, and the refunds to others', () => {
  const names = (mayCosts: boolean) =>
    figuresFor((what) => mayCosts && what === 'costs:read')
      .map(({ name, isMoney }) => `${name}${isMoney === true ? '$' : ''}`)
      .join(' ');
  const first = 'total_transactions average_transaction$ items_sold';
  assert.deepEqual([names(true), names(false)], [`${first} gross_profit$`, `${first} refunds$`]);
});

test('more sales and fewer refunds are an improvement', () => {
  const [sales = { isLoss: true }] = figuresFor(() => true);
  const refunds = figuresFor(() => false).at(-1) ?? {};
  assert.deepEqual(
    [5, -5].map((change) => [gainOf(change, sales), gainOf(change, refunds)]),
    [
      [5, -5],
      [-5, 5],
    ],
  );
});

test('names the earlier period by its weekday, by its days, or without the time', () => {
  const compared = (end_date: string, until: string | null) =>
    comparedName({ start_date: '2026-11-14', end_date, until } as Summary['comparison']);
  assert.deepEqual(
    [compared('2026-11-14', '2026-11-21T09:00:00.000Z'), compared('2026-11-20', '2026-11-21T09:00:00.000Z')],
    ['dashboard.vsWeekday', 'dashboard.vsTime'],
  );
  assert.equal(compared('2026-11-14', null), 'dashboard.vs');
});

test('payments are shares of the whole, and a refunded method has none', () => {
  assert.deepEqual(sharesOf([{ amount: 30 }, { amount: 10 }, { amount: -5 }]), [75, 25, 0]);
  assert.deepEqual([sharesOf([]), sharesOf([{ amount: 0 }])], [[], [0]]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { figuresFor, isBetter } from './figures.ts';

test('shows the profit only to those who may see costs', () => {
  const names = (mayCosts: boolean) =>
    figuresFor((what) => mayCosts && what === 'costs:read')
      .map(({ name, isMoney }) => `${name}${isMoney === true ? '$' : ''}`)
      .join(' ');
  const [first, last] = ['total_sales$ total_transactions average_transaction$ items_sold', 'refunds$ new_customers'];
  assert.deepEqual([names(true), names(false)], [`${first} gross_profit$ ${last}`, `${first} ${last}`]);
});

test('more sales and fewer refunds are an improvement', () => {
  const better = figuresFor(() => true).filter((kind) => isBetter(5, kind));
  const worse = figuresFor(() => true).filter((kind) => !isBetter(5, kind));
  assert.deepEqual(
    worse.map(({ name }) => name),
    ['refunds'],
  );
  assert.deepEqual(
    [...better.map((kind) => isBetter(-5, kind)), ...worse.map((kind) => isBetter(-5, kind))],
    [false, false, false, false, false, false, true],
  );
  assert.ok(!figuresFor(() => true).some((kind) => isBetter(0, kind)), 'no change');
});

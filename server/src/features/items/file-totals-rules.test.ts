import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addToTotals, emptyTotals } from './file-totals-rules.ts';

test('sums products, variants and the value of stock by warehouse', () => {
  const totals = emptyTotals();
  addToTotals(totals, { sku: 'P', price: 2 }, 'USD');
  const stocks = [
    { warehouse_id: 'w', quantity: 3 },
    { warehouse_id: 'v', quantity: 1 },
  ];
  addToTotals(totals, { sku: 'A', parent_sku: 'P', price: 2.5, cost: 1.1, stocks }, 'USD');
  addToTotals(totals, { sku: 'B', parent_sku: 'P', price: 4, stocks: [{ warehouse_id: 'w', quantity: 2 }] }, 'USD');
  addToTotals(totals, { sku: 'C', price: 1, cost: 0.5, stock: 10 }, 'USD');
  assert.deepEqual([totals.products, totals.variants], [2, 2]);
  assert.deepEqual(
    [...totals.stock],
    [
      ['w', { units: 5, at_cost: 330n, at_price: 1550n }],
      ['v', { units: 1, at_cost: 110n, at_price: 250n }],
      [null, { units: 10, at_cost: 500n, at_price: 1000n }],
    ],
  );
});

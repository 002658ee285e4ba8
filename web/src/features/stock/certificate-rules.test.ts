import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareTotals } from './certificate-rules.ts';

const sum = (units: number) => ({ units, value_at_cost: units * 2, value_at_price: units * 3 });
const shop = {
  total_products: 9,
  total_units: 12,
  value_at_cost: 24,
  customers: 4,
  by_warehouse: [
    { warehouse_id: 'w', warehouse_name: 'Main', ...sum(12) },
    { warehouse_id: 'v', warehouse_name: 'Empty', ...sum(0) },
  ],
};

test('puts the sums of a file beside those of the shop', () => {
  const { counts, warehouses } = compareTotals(
    { products: 3, variants: 2, stock: [{ warehouse_id: 'w', ...sum(10) }] },
    shop,
  );
  assert.deepEqual(
    counts.map(({ name, inFile, inShop }) => [name, inFile, inShop]),
    [
      ['products', 3, null],
      ['variants', 2, null],
      ['records', 5, 9],
      ['customers', null, 4],
    ],
  );
  assert.deepEqual(
    warehouses.map(({ name, inFile, inShop }) => [name, inFile?.units, inShop.units]),
    [
      [null, undefined, 12],
      ['Main', 10, 12],
    ],
  );
});

test('stock of all warehouses together stands beside the total', () => {
  const { warehouses } = compareTotals({ products: 1, variants: 0, stock: [{ warehouse_id: null, ...sum(7) }] }, shop);
  assert.equal(warehouses[0]?.inFile?.units, 7);
});

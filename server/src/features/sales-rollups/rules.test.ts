import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type RollupChange, rowsOf } from './rules.ts';

const figure = fc.bigInt(-(10n ** 12n), 10n ** 12n);
const count = fc.integer({ min: -1_000, max: 1_000 });

const rollup: fc.Arbitrary<RollupChange> = fc.record({
  branch_id: fc.constantFrom('a', 'b'),
  day: fc.constantFrom('2026-01-01', '2026-01-02'),
  hour: fc.constantFrom(0, 23),
  sales: count,
  items_sold: count,
  gross: figure,
  discounts: figure,
  refunds: figure,
  tax: figure,
  cost: figure,
  methods: fc.array(fc.record({ method: fc.constantFrom('cash', 'card'), payments: count, amount: figure }), {
    maxLength: 3,
  }),
  products: fc.array(
    fc.record({
      product_id: fc.constantFrom('p', 'q'),
      quantity: count,
      ...{ revenue: figure, discounts: figure, refunds: figure, tax: figure, cost: figure },
    }),
    {
      maxLength: 3,
    },
  ),
});

const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);
const unique = (keys: readonly string[]) => new Set(keys).size === keys.length;

test('returns each row once, and keeps every total', () => {
  fc.assert(
    fc.property(fc.array(rollup, { maxLength: 20 }), (rollups) => {
      const { hours, methods, products } = rowsOf(rollups);
      assert.ok(unique(hours.map(({ branch_id, day, hour }) => `${branch_id} ${day} ${hour}`)));
      assert.ok(unique(methods.map(({ branch_id, day, method }) => `${branch_id} ${day} ${method}`)));
      assert.ok(unique(products.map(({ branch_id, day, product_id }) => `${branch_id} ${day} ${product_id}`)));
      for (const name of ['gross', 'discounts', 'refunds', 'tax', 'cost'] as const)
        assert.equal(sum(hours.map((row) => row[name])), sum(rollups.map((row) => row[name])));
      assert.equal(sum(hours.map(({ sales }) => BigInt(sales))), sum(rollups.map(({ sales }) => BigInt(sales))));
      assert.equal(
        sum(methods.map(({ amount }) => amount)),
        sum(rollups.flatMap((row) => row.methods.map(({ amount }) => amount))),
      );
      for (const name of ['revenue', 'discounts', 'refunds', 'tax', 'cost'] as const)
        assert.equal(
          sum(products.map((row) => row[name])),
          sum(rollups.flatMap((row) => row.products.map((product) => product[name]))),
        );
    }),
  );
});

test('does not modify the given changes', () => {
  const one: RollupChange = {
    branch_id: 'a',
    day: '2026-01-01',
    hour: 1,
    sales: 1,
    items_sold: 1,
    gross: 1n,
    discounts: 0n,
    refunds: 0n,
    tax: 0n,
    cost: 0n,
    methods: [],
    products: [],
  };
  assert.equal(rowsOf([one, one]).hours[0]?.gross, 2n);
  assert.equal(one.gross, 1n);
});

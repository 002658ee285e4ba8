import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  amountOff,
  type Discount,
  type LineToPrice,
  type PricedSale,
  priceSale,
  type SaleToPrice,
  sumOf,
  taxByRate,
} from './pricing.ts';

const line = (fields: Partial<LineToPrice> = {}): LineToPrice => ({
  quantity: 1,
  price: 1_000n,
  discount: 0n,
  tax_rate_ppm: 0,
  ...fields,
});

function priced(sale: Partial<SaleToPrice>): PricedSale {
  const found = priceSale({ lines: [line()], discount: 0n, tax_mode: 'none', ...sale });
  assert.ok('priced' in found, 'the sale has a fault');
  return found.priced;
}

test('a percentage of a line is rounded half up to the unit', () => {
  // 12.5 % of 0.20 is 0.025; 33.3333 % of 9.99 is 3.3299….
  const { lines, discount, total } = priced({
    lines: [
      line({ price: 20n, discount: { percent_ppm: 125_000 } }),
      line({ price: 999n, discount: { percent_ppm: 333_333 } }),
    ],
  });
  assert.deepEqual(
    lines.map(({ line_discount }) => line_discount),
    [3n, 333n],
  );
  assert.deepEqual([discount, total], [336n, 683n]);
});

test('the percentage of a sale is of what its lines come to after their own discounts', () => {
  const { lines, discount, total } = priced({
    lines: [line({ quantity: 2, discount: { percent_ppm: 100_000 } }), line({ price: 500n, discount: 100n })],
    discount: { percent_ppm: 50_000 },
  });
  // 18.00 and 4.00 are left; 5 % of 22.00 is 1.10.
  assert.deepEqual(
    lines.map(({ sale_discount }) => sale_discount),
    [90n, 20n],
  );
  assert.deepEqual([discount, total], [200n + 100n + 110n, 2_090n]);
});

test('all of a price can be taken off, and no more', () => {
  assert.equal(priced({ lines: [line({ discount: { percent_ppm: 1_000_000 } })] }).total, 0n);
  assert.deepEqual(priceSale({ lines: [line({ discount: 1_001n })], discount: 0n, tax_mode: 'none' }), {
    faults: [{ field: 'items[0].discount', message: 'is more than the line comes to' }],
  });
  assert.deepEqual(priceSale({ lines: [line({ discount: 1n })], discount: 1_000n, tax_mode: 'none' }), {
    faults: [{ field: 'discount', message: 'is more than the sale comes to' }],
  });
});

test('the tax of each rate is told without and with its goods, the lowest rate first', () => {
  const { lines } = priced({
    lines: [
      line({ price: 11_900n, tax_rate_ppm: 190_000 }),
      line({ price: 1_070n, tax_rate_ppm: 70_000 }),
      line({ price: 119n, tax_rate_ppm: 190_000 }),
    ],
    tax_mode: 'inclusive',
  });
  assert.deepEqual(taxByRate('inclusive', lines), [
    { rate_ppm: 70_000, net: 1_000n, tax: 70n },
    { rate_ppm: 190_000, net: 10_100n, tax: 1_919n },
  ]);
  assert.deepEqual(taxByRate('none', lines), []);
});

const discount: fc.Arbitrary<Discount> = fc.oneof(
  fc.bigInt({ min: 0n, max: 50n }),
  fc.record({ percent_ppm: fc.integer({ min: 0, max: 1_000_000 }) }),
);
const sale = fc.record({
  lines: fc.array(
    fc.record({
      quantity: fc.integer({ min: 1, max: 1_000 }),
      price: fc.bigInt({ min: 50n, max: 1_000_000n }),
      discount,
      tax_rate_ppm: fc.constantFrom(0, 70_000, 190_000, 81_250),
    }),
    { minLength: 1, maxLength: 12 },
  ),
  discount: fc.oneof(fc.constant(0n), fc.record({ percent_ppm: fc.integer({ min: 0, max: 1_000_000 }) })),
  tax_mode: fc.constantFrom('none', 'inclusive', 'exclusive'),
});

test('whatever is taken off, the sale is the sum of its lines, and its taxes are those of its rates', () => {
  fc.assert(
    fc.property(sale, (drawn) => {
      const one = priced(drawn);
      assert.equal(sumOf(one.lines.map(({ total }) => total)), one.total);
      assert.equal(one.total, one.subtotal - one.discount + (drawn.tax_mode === 'exclusive' ? one.tax : 0n));
      const before = sumOf(
        one.lines.map(({ price, quantity, line_discount }) => price * BigInt(quantity) - line_discount),
      );
      assert.equal(sumOf(one.lines.map(({ sale_discount }) => sale_discount)), amountOff(drawn.discount, before));
      for (const { line_discount, sale_discount, total } of one.lines)
        assert.ok(line_discount >= 0n && sale_discount >= 0n && total >= 0n);
      const rates = taxByRate(drawn.tax_mode, one.lines);
      assert.equal(sumOf(rates.map(({ tax }) => tax)), one.tax);
      if (drawn.tax_mode !== 'none') assert.equal(sumOf(rates.map(({ net, tax }) => net + tax)), one.total);
    }),
  );
});

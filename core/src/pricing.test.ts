import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { largestAmount } from './money.ts';
import {
  amountOff,
  type Discount,
  type LineToPrice,
  type PricedSale,
  priceSale,
  type SaleToPrice,
  shareOfUnits,
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

test('rounds the percentage discount of a line half up', () => {
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

test('a percentage discount of a sale applies to the lines after their own discounts', () => {
  const { lines, discount, total, item_count } = priced({
    lines: [line({ quantity: 2, discount: { percent_ppm: 100_000 } }), line({ price: 500n, discount: 100n })],
    discount: { percent_ppm: 50_000 },
  });
  assert.equal(item_count, 3);
  // 18.00 and 4.00 remain; 5 % of 22.00 is 1.10.
  assert.deepEqual(
    lines.map(({ sale_discount }) => sale_discount),
    [90n, 20n],
  );
  assert.deepEqual([discount, total, item_count], [200n + 100n + 110n, 2_090n, 3]);
});

test('a discount can be the whole price, but not more', () => {
  assert.equal(priced({ lines: [line({ discount: { percent_ppm: 1_000_000 } })] }).total, 0n);
  assert.deepEqual(priceSale({ lines: [line({ discount: 1_001n })], discount: 0n, tax_mode: 'none' }), {
    faults: [{ field: 'items[0].discount', message: 'is more than the line comes to' }],
  });
  assert.deepEqual(priceSale({ lines: [line({ discount: 1n })], discount: 1_000n, tax_mode: 'none' }), {
    faults: [{ field: 'discount', message: 'is more than the sale comes to' }],
  });
});

test('subtotal and total can be the largest amount, but not more', () => {
  const isAccepted = (price: bigint, sale: Partial<SaleToPrice> = {}, fields: Partial<LineToPrice> = {}) => {
    const input: SaleToPrice = { lines: [line({ price, ...fields })], discount: 0n, tax_mode: 'exclusive', ...sale };
    return 'priced' in priceSale(input);
  };
  assert.ok(isAccepted(largestAmount));
  assert.ok(!isAccepted(largestAmount + 1n, { discount: 1n }), 'the subtotal');
  assert.ok(!isAccepted(largestAmount, {}, { tax_rate_ppm: 1 }), 'the total');
});

test('lists net amount and tax by rate, the lowest rate first', () => {
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

test('with any discount, the total is the sum of the lines, and the tax is the sum of the rates', () => {
  fc.assert(
    fc.property(sale, (input) => {
      const one = priced(input);
      assert.equal(sumOf(one.lines.map(({ total }) => total)), one.total);
      assert.equal(one.total, one.subtotal - one.discount + (input.tax_mode === 'exclusive' ? one.tax : 0n));
      const before = sumOf(
        one.lines.map(({ price, quantity, line_discount }) => price * BigInt(quantity) - line_discount),
      );
      assert.equal(sumOf(one.lines.map(({ sale_discount }) => sale_discount)), amountOff(input.discount, before));
      for (const { line_discount, sale_discount, total } of one.lines)
        assert.ok(line_discount >= 0n && sale_discount >= 0n && total >= 0n);
      const rates = taxByRate(input.tax_mode, one.lines);
      assert.equal(sumOf(rates.map(({ tax }) => tax)), one.tax);
      if (input.tax_mode !== 'none') assert.equal(sumOf(rates.map(({ net, tax }) => net + tax)), one.total);
    }),
  );
});

test('the shares of units add up to the whole line, in any portions', () => {
  const line = (refunded_quantity: number) => ({ quantity: 3, refunded_quantity });
  assert.deepEqual(
    [0, 1, 2].map((refunded) => shareOfUnits(100n, line(refunded), 1)),
    [33n, 34n, 33n],
  );
  assert.deepEqual([shareOfUnits(100n, line(0), 2), shareOfUnits(100n, line(1), 2)], [67n, 67n]);
  assert.equal(shareOfUnits(100n, line(0), 3), 100n);
});

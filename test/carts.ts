import fc from 'fast-check';
import type { LineToSell } from '../server/src/features/sales/rules.ts';

/** A line of a sale: one unit for 1,000. */
export const aLine = (fields: Partial<LineToSell> = {}): LineToSell => ({
  product_id: 'p',
  sku: 's',
  name: 'n',
  quantity: 1,
  price: 1_000n,
  list_price: 1_000n,
  discount: 0n,
  tax_rate_ppm: 0,
  unit_cost: 0n,
  track_stock: true,
  ...fields,
});

/** Carts with valid discounts, in every tax mode. */
export const aCart = fc
  .record({
    lines: fc.array(
      fc.record({
        quantity: fc.integer({ min: 1, max: 1_000 }),
        price: fc.bigInt({ min: 0n, max: 1_000_000n }),
        discount_share: fc.integer({ min: 0, max: 100 }),
        tax_rate_ppm: fc.integer({ min: 0, max: 1_000_000 }),
      }),
      { minLength: 1, maxLength: 12 },
    ),
    discount_share: fc.integer({ min: 0, max: 100 }),
    tax_mode: fc.constantFrom('none', 'inclusive', 'exclusive'),
  })
  .map(({ lines, discount_share, tax_mode }) => {
    const priced = lines.map((line, index) =>
      aLine({
        product_id: `p${index % 5}`,
        quantity: line.quantity,
        price: line.price,
        tax_rate_ppm: line.tax_rate_ppm,
        discount: (line.price * BigInt(line.quantity) * BigInt(line.discount_share)) / 100n,
      }),
    );
    const subtotal = priced.reduce(
      (sum, line) => sum + line.price * BigInt(line.quantity) - (line.discount as bigint),
      0n,
    );
    return { lines: priced, discount: (subtotal * BigInt(discount_share)) / 100n, tax_mode };
  });

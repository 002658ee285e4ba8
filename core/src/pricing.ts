import { divideHalfUp, largestAmount, type Minor, shareOf, spread } from './money.ts';

/**
 * The calculation of a sale. The service and the till use this module, so that the total on the screen is the total
 * charged.
 */

export type TaxMode = 'none' | 'inclusive' | 'exclusive';

/** A discount: an amount, or a share of the price in parts per million. */
export type Discount = Minor | { percent_ppm: number };

export interface LineToPrice {
  quantity: number;
  /** Of one unit. */
  price: Minor;
  /** Off the whole line. */
  discount: Discount;
  tax_rate_ppm: number;
}

/** The calculated amounts of a line. */
export interface LineAmounts {
  line_discount: Minor;
  /** The line's share of the sale's discount. */
  sale_discount: Minor;
  tax: Minor;
  /** The amount that the customer pays for the line: after discounts, with tax. */
  total: Minor;
}

export interface TaxOfRate {
  rate_ppm: number;
  /** Without tax. */
  net: Minor;
  tax: Minor;
}

export interface PricedSale<Line extends LineToPrice = LineToPrice> {
  tax_mode: TaxMode;
  lines: (Line & LineAmounts)[];
  /** At the lines' prices, before any discount. */
  subtotal: Minor;
  discount: Minor;
  tax: Minor;
  total: Minor;
  item_count: number;
}

export interface SaleToPrice<Line extends LineToPrice = LineToPrice> {
  lines: readonly Line[];
  /** Off the sale as a whole, after the discounts of its lines. */
  discount: Discount;
  tax_mode: TaxMode;
}

/** An invalid field of the request, such as `items[0].discount`, and its error message. */
export interface PricingFault {
  field: string;
  message: string;
}

export type Pricing<Line extends LineToPrice> = { priced: PricedSale<Line> } | { faults: PricingFault[] };

export const moreThanLine = 'is more than the line comes to';
export const moreThanSale = 'is more than the sale comes to';
export const moreThanKept = 'come to more than can be kept';

/**
 * Calculates a sale. The sale's discount is spread over the lines in proportion to their amounts after their own
 * discounts. The tax of each line is calculated after discounts, and rounded half up.
 * @returns faults if a discount exceeds its line or sale, or a total exceeds the largest amount
 */
export function priceSale<Line extends LineToPrice>(sale: SaleToPrice<Line>): Pricing<Line> {
  const discounted = sale.lines.map((line) => {
    const gross = line.price * BigInt(line.quantity);
    const line_discount = amountOff(line.discount, gross);
    return { line, gross, line_discount, worth: gross - line_discount };
  });
  const tooMuch = discounted.flatMap(({ worth }, index): PricingFault[] =>
    worth < 0n ? [{ field: `items[${index}].discount`, message: moreThanLine }] : [],
  );
  if (tooMuch.length > 0) return { faults: tooMuch };

  const amounts = discounted.map(({ worth }) => worth);
  const before = sumOf(amounts);
  const discount = amountOff(sale.discount, before);
  if (discount > before) return { faults: [{ field: 'discount', message: moreThanSale }] };

  const shares = spread(discount, amounts);
  const lines = discounted.map(({ line, line_discount, worth }, index) => {
    const sale_discount = shares[index] as Minor;
    return {
      ...line,
      line_discount,
      sale_discount,
      ...withTax(worth - sale_discount, line.tax_rate_ppm, sale.tax_mode),
    };
  });
  const subtotal = sumOf(discounted.map(({ gross }) => gross));
  const total = sumOf(lines.map((line) => line.total));
  if (subtotal > largestAmount || total > largestAmount) return { faults: [{ field: 'items', message: moreThanKept }] };
  return {
    priced: {
      tax_mode: sale.tax_mode,
      lines,
      subtotal,
      discount: subtotal - before + discount,
      tax: sumOf(lines.map((line) => line.tax)),
      total,
      item_count: lines.reduce((sum, line) => sum + line.quantity, 0),
    },
  };
}

/** The amount of a discount. A percentage is rounded half up. */
export const amountOff = (discount: Discount, of: Minor): Minor =>
  typeof discount === 'bigint' ? discount : shareOf(of, BigInt(discount.percent_ppm));

function withTax(net: Minor, rate_ppm: number, tax_mode: TaxMode): Pick<LineAmounts, 'tax' | 'total'> {
  const rate = BigInt(rate_ppm);
  if (tax_mode === 'exclusive') {
    const tax = shareOf(net, rate);
    return { tax, total: net + tax };
  }
  return { tax: tax_mode === 'none' ? 0n : divideHalfUp(net * rate, 1_000_000n + rate), total: net };
}

/** The tax of each rate, the lowest rate first. Without tax there are no rates. */
export function taxByRate(
  tax_mode: TaxMode,
  lines: readonly Pick<LineToPrice & LineAmounts, 'tax_rate_ppm' | 'tax' | 'total'>[],
): TaxOfRate[] {
  if (tax_mode === 'none') return [];
  const byRate = Map.groupBy(lines, ({ tax_rate_ppm }) => tax_rate_ppm);
  return [...byRate]
    .map(([rate_ppm, same]) => {
      const tax = sumOf(same.map((line) => line.tax));
      return { rate_ppm, net: sumOf(same.map((line) => line.total)) - tax, tax };
    })
    .sort((one, other) => one.rate_ppm - other.rate_ppm);
}

export const sumOf = (amounts: readonly Minor[]): Minor => amounts.reduce((sum, amount) => sum + amount, 0n);

/**
 * The part of a line's amount that is refunded with further units: the share of all units returned by then, less that
 * of the earlier ones. So the parts of all units add up to the amount.
 */
export function shareOfUnits(
  whole: Minor,
  { quantity, refunded_quantity }: { quantity: number; refunded_quantity: number },
  units: number,
): Minor {
  const shareOfFirst = (count: number) => divideHalfUp(whole * BigInt(count), BigInt(quantity));
  return shareOfFirst(refunded_quantity + units) - shareOfFirst(refunded_quantity);
}

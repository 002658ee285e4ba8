import type { TaxMode } from '../../kernel/actor.ts';
import { divideHalfUp, largestAmount, type Minor, shareOf, spread } from '../../kernel/money.ts';
import { Complaints } from '../../kernel/refusal.ts';

export const saleStatuses = ['pending', 'completed', 'partially_refunded', 'refunded', 'voided'] as const;
export type SaleStatus = (typeof saleStatuses)[number];

/** What is being sold, before it is worked out what it comes to. */
export interface LineToPrice {
  product_id: string;
  sku: string;
  name: string;
  quantity: number;
  price: Minor;
  list_price: Minor;
  /** Off the whole line. */
  line_discount: Minor;
  tax_rate_ppm: number;
  unit_cost: Minor;
  track_stock: boolean;
}

export interface PricedLine extends LineToPrice {
  /** The line's share of the sale's discount. */
  sale_discount: Minor;
  tax: Minor;
  /** After discounts, with tax: what the customer pays for it. */
  total: Minor;
}

export interface PricedSale {
  tax_mode: TaxMode;
  lines: PricedLine[];
  /** At the lines' prices, before any discount. */
  subtotal: Minor;
  discount: Minor;
  tax: Minor;
  total: Minor;
  cost: Minor;
  item_count: number;
}

interface SaleToPrice {
  lines: readonly LineToPrice[];
  /** Off the sale as a whole. */
  discount: Minor;
  tax_mode: TaxMode;
}

/**
 * Works out a sale. The sale's discount is spread over the lines by what they come to after their own; tax is worked out
 * on each line after discounts and rounded half up, once a line.
 * @throws Refusal VALIDATION_ERROR for a discount above its line or sale, or a total past what can be kept
 */
export function priceSale(sale: SaleToPrice): PricedSale {
  const complaints = new Complaints();
  const worth = sale.lines.map((line, index) => {
    const gross = line.price * BigInt(line.quantity);
    if (line.line_discount > gross) complaints.add(`items[${index}].discount`, 'is more than the line comes to');
    return gross - line.line_discount;
  });
  complaints.settle();
  const before = sumOf(worth);
  if (sale.discount > before) complaints.add('discount', 'is more than the sale comes to');
  complaints.settle();
  const shares = spread(sale.discount, worth);
  const lines = sale.lines.map((line, index) =>
    priceLine(line, (worth[index] ?? 0n) - (shares[index] ?? 0n), shares[index] ?? 0n, sale.tax_mode),
  );
  const subtotal = sumOf(lines.map((line) => line.price * BigInt(line.quantity)));
  const cost = sumOf(lines.map((line) => line.unit_cost * BigInt(line.quantity)));
  const total = sumOf(lines.map((line) => line.total));
  if (subtotal > largestAmount || total > largestAmount || cost > largestAmount) complaints.add('items', 'come to more than can be kept');
  complaints.settle();
  return {
    tax_mode: sale.tax_mode,
    lines,
    subtotal,
    discount: sumOf(lines.map((line) => line.line_discount + line.sale_discount)),
    tax: sumOf(lines.map((line) => line.tax)),
    total,
    cost,
    item_count: lines.reduce((sum, line) => sum + line.quantity, 0),
  };
}

function priceLine(line: LineToPrice, net: Minor, sale_discount: Minor, tax_mode: TaxMode): PricedLine {
  const tax = taxOn(net, BigInt(line.tax_rate_ppm), tax_mode);
  return { ...line, sale_discount, tax, total: tax_mode === 'exclusive' ? net + tax : net };
}

/** Tax on top of an amount, or inside it. */
function taxOn(net: Minor, rate_ppm: bigint, tax_mode: TaxMode): Minor {
  if (tax_mode === 'none') return 0n;
  if (tax_mode === 'exclusive') return shareOf(net, rate_ppm);
  return divideHalfUp(net * rate_ppm, 1_000_000n + rate_ppm);
}

export const sumOf = (amounts: readonly Minor[]): Minor => amounts.reduce((sum, amount) => sum + amount, 0n);

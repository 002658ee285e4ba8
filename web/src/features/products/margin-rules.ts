import { divideHalfUp, toMajor, toMinor } from '@tillhouse/core/money';
import { priceSale, type TaxMode } from '@tillhouse/core/pricing';

interface MarginInput {
  /** In major units of the currency. */
  price: number;
  cost: number;
  currency: string;
  tax_mode: TaxMode;
  /** In percent. */
  tax_rate: number;
}

export interface Margin {
  /** Profit of one unit, without tax. */
  profit: number;
  /** Of the price without tax, with two decimals; null if that is not above 0. */
  percent: number | null;
}

/** The profit of one unit at this price, as the reports calculate it: without tax, and without cost. */
export function marginOf({ price, cost, currency, tax_mode, tax_rate }: MarginInput): Margin | undefined {
  const [minorPrice, minorCost] = [toMinor(price, currency), toMinor(cost, currency)];
  if (minorPrice === undefined || minorCost === undefined) return undefined;
  const line = { quantity: 1, price: minorPrice, discount: 0n, tax_rate_ppm: Math.round(tax_rate * 10_000) };
  const pricing = priceSale({ lines: [line], discount: 0n, tax_mode });
  if (!('priced' in pricing)) return undefined;
  const net = pricing.priced.total - pricing.priced.tax;
  const profit = net - minorCost;
  return {
    profit: toMajor(profit, currency),
    percent: net <= 0n ? null : Number(divideHalfUp(profit * 10_000n, net)) / 100,
  };
}

import { largestAmount, type Minor } from '@tillhouse/core/money';
import * as pricing from '@tillhouse/core/pricing';
import { ValidationErrors } from '../../core/errors.ts';

export const saleStatuses = ['pending', 'completed', 'partially_refunded', 'refunded', 'voided'] as const;
export type SaleStatus = (typeof saleStatuses)[number];

/** A line to sell. A custom item has neither product nor SKU. */
export interface LineToSell extends pricing.LineToPrice {
  product_id: string | null;
  sku: string | null;
  name: string;
  list_price: Minor;
  unit_cost: Minor;
  track_stock: boolean;
}

export interface PricedSale extends pricing.PricedSale<LineToSell> {
  cost: Minor;
}

/**
 * Prices a sale.
 * @throws AppError VALIDATION_ERROR for a discount above its line or sale, or a total too large to store
 */
export function priceSale(sale: pricing.SaleToPrice<LineToSell>): PricedSale {
  const errors = new ValidationErrors();
  const found = pricing.priceSale(sale);
  if ('faults' in found) {
    for (const { field, message } of found.faults) errors.add(field, message);
    errors.throwIfAny();
    throw new Error('a sale that cannot be priced has a fault');
  }
  const cost = pricing.sumOf(sale.lines.map((line) => line.unit_cost * BigInt(line.quantity)));
  if (cost > largestAmount) errors.add('items', pricing.moreThanKept);
  errors.throwIfAny();
  return { ...found.priced, cost };
}

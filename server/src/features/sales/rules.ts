import { largestAmount, type Minor } from '@tillhouse/core/money';
import * as pricing from '@tillhouse/core/pricing';
import { readTimestamp } from '../../core/calendar.ts';
import type { Timestamp } from '../../core/clock.ts';
import { invalidField, ValidationErrors } from '../../core/errors.ts';

export const saleStatuses = ['pending', 'completed', 'partially_refunded', 'refunded', 'voided'] as const;
export type SaleStatus = (typeof saleStatuses)[number];

/** Parked and voided sales are listed, but are in no figure. */
export const isSold = ({ status }: { status: SaleStatus }): boolean => status !== 'pending' && status !== 'voided';

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
  const result = pricing.priceSale(sale);
  if ('faults' in result) {
    for (const { field, message } of result.faults) errors.add(field, message);
    errors.throwIfAny();
    throw new Error('a sale that cannot be priced has a fault');
  }
  const cost = pricing.sumOf(sale.lines.map((line) => line.unit_cost * BigInt(line.quantity)));
  if (cost > largestAmount) errors.add('items', pricing.moreThanKept);
  errors.throwIfAny();
  return { ...result.priced, cost };
}

/** Error on `product_id` if the merchant allows no custom items. */
export const customItemsNotAllowed = 'is required, since the merchant does not allow custom items';

/** Error on the name or price of a custom item. */
export const isRequired = 'is required where there is no product_id';

/** Percentages are stored as parts per million. */
export const percentDecimals = 4;
export const tooManyPercentDecimals = `must have at most ${percentDecimals} decimals`;

export const ahead_at_most_ms = 5 * 60 * 1_000;
const back_at_most_ms = 90 * 24 * 60 * 60 * 1_000;

/** A till's clock may be slightly fast, and a till may have been offline for weeks. */
export function checkTime(occurred_at: Timestamp, now: Timestamp, errors: ValidationErrors): Timestamp {
  const at = readTimestamp(occurred_at);
  if (at === undefined) throw invalidField('occurred_at', 'must be an ISO 8601 timestamp with an offset');
  const ahead_ms = Date.parse(at) - Date.parse(now);
  if (ahead_ms > ahead_at_most_ms) errors.add('occurred_at', 'lies more than 5 minutes ahead');
  if (ahead_ms < -back_at_most_ms) errors.add('occurred_at', 'lies more than 90 days back');
  return at;
}

/** The code that a search text spells completely, in either case; undefined if it is a part of a code, or none. */
export function completeCodeIn(search: string): string | undefined {
  const code = search.trim().toUpperCase();
  return /^\d{6}-[2-9A-HJKMNP-TV-Z]{6}$/.test(code) ? code : undefined;
}

/** Whether the text may be a part of a code. If not, no code needs to be read for it. */
export const isPartOfCode = (search: string): boolean =>
  /^(\d{0,6}-[2-9A-HJKMNP-TV-Z]{0,6}|\d{1,6}|[2-9A-HJKMNP-TV-Z]{1,6})$/i.test(search.trim());

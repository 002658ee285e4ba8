import { type Minor, toMinor } from '@tillhouse/core/money';
import type { RowFields } from './import-rules.ts';

interface StockTotal {
  units: number;
  at_cost: Minor;
  at_price: Minor;
}

/** The sums of a file, to compare with the reports of the program that wrote it. */
export interface FileTotals {
  products: number;
  variants: number;
  /** By warehouse; null: all of them together. */
  stock: Map<string | null, StockTotal>;
}

export const emptyTotals = (): FileTotals => ({ products: 0, variants: 0, stock: new Map() });

/** Adds a product or variant of the file, at the prices and costs that the file gives. */
export function addToTotals(totals: FileTotals, fields: RowFields, currency: string): void {
  if (fields.parent_sku === undefined) totals.products += 1;
  else totals.variants += 1;
  const { stock, stocks = stock === undefined ? [] : [{ warehouse_id: null, quantity: stock }] } = fields;
  const [cost, price] = [fields.cost, fields.price].map((major) => toMinor(major ?? 0, currency) ?? 0n);
  for (const { warehouse_id, quantity } of stocks) {
    const sum = totals.stock.get(warehouse_id) ?? { units: 0, at_cost: 0n, at_price: 0n };
    totals.stock.set(warehouse_id, {
      units: sum.units + quantity,
      at_cost: sum.at_cost + BigInt(quantity) * (cost ?? 0n),
      at_price: sum.at_price + BigInt(quantity) * (price ?? 0n),
    });
  }
}

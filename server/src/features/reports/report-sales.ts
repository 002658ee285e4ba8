import type { Handle } from '../../platform/database/handle.ts';
import { findFigures, listDays, type MethodFigures } from './queries.ts';
import { averageOf, type DayFigures, type Figures, grossProfitOf, type Scope, sumFigures, totalOf } from './rules.ts';
import type { ProductFigures } from './top-queries.ts';

export type { MethodFigures } from './queries.ts';
export type { DayFigures, Figures } from './rules.ts';
export type { ProductFigures } from './top-queries.ts';

export interface SalesReport {
  /** Without days that had no sales. */
  days: DayFigures[];
  by_payment_method: MethodFigures[];
  top_products: ProductFigures[];
}

const topProductsAtMost = 10;

/** The sales report, read from the roll-ups by one statement. */
export async function reportSales(db: Handle, scope: Scope): Promise<SalesReport> {
  const { compared: _, timezones: __, ...report } = await compareSales(db, scope, undefined);
  return report;
}

export interface ComparedSales extends SalesReport {
  compared: DayFigures[];
  /** The time zones of the branches in scope, without repetition; `null` for the merchant's. */
  timezones: (string | null)[];
}

/** The sales report, compared with another period. */
export async function compareSales(db: Handle, scope: Scope, compared: Scope | undefined): Promise<ComparedSales> {
  const { methods, ...found } = await findFigures(db, scope, { top: topProductsAtMost, compared });
  return { ...found, by_payment_method: methods };
}

/** Only the days in scope. */
export const reportDays = (db: Handle, scope: Scope): Promise<DayFigures[]> => listDays(db, scope);

/** The figures of several days together. */
export const addUpDays = (days: readonly DayFigures[]): Figures => sumFigures(days);

/** The totals of a report; amounts in minor units. */
export interface Totals {
  total_sales: bigint;
  total_transactions: number;
  average_transaction: bigint;
  items_sold: bigint;
  gross_profit: bigint;
  refunds: bigint;
}

export function totalsOf(parts: readonly Figures[]): Totals {
  const figures = sumFigures(parts);
  return {
    total_sales: totalOf(figures),
    total_transactions: figures.sales,
    average_transaction: averageOf(figures),
    items_sold: figures.items_sold,
    gross_profit: grossProfitOf(figures),
    refunds: figures.refunds,
  };
}

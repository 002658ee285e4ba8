import type { Handle } from '../../platform/database/handle.ts';
import { findFigures, listDays, type MethodFigures } from './queries.ts';
import { averageOf, type DayFigures, grossProfitOf, type Scope, sumFigures, totalOf } from './rules.ts';
import type { ProductFigures } from './top-queries.ts';

export type { MethodFigures } from './queries.ts';
export type { DayFigures } from './rules.ts';
export type { ProductFigures } from './top-queries.ts';

export interface SalesReport {
  /** Days on which nothing happened are left out. */
  days: DayFigures[];
  by_payment_method: MethodFigures[];
  top_products: ProductFigures[];
}

const topProductsAtMost = 10;

/** What was taken, from the roll-ups alone: one statement, however many sales there were. */
export async function reportSales(db: Handle, scope: Scope): Promise<SalesReport> {
  const { compared: _, ...report } = await compareSales(db, scope, undefined);
  return report;
}

/** The same, beside the days of another stretch of time. */
export async function compareSales(
  db: Handle,
  scope: Scope,
  compared: Scope | undefined,
): Promise<SalesReport & { compared: DayFigures[] }> {
  const { methods, ...found } = await findFigures(db, scope, { top: topProductsAtMost, compared });
  return { ...found, by_payment_method: methods };
}

/** The days in scope alone. */
export const reportDays = (db: Handle, scope: Scope): Promise<DayFigures[]> => listDays(db, scope);

/** What a report says of its days together; amounts in minor units. */
export interface Totals {
  total_sales: bigint;
  total_transactions: number;
  average_transaction: bigint;
  items_sold: bigint;
  gross_profit: bigint;
  refunds: bigint;
}

export function totalsOf(days: readonly DayFigures[]): Totals {
  const figures = sumFigures(days);
  return {
    total_sales: totalOf(figures),
    total_transactions: figures.sales,
    average_transaction: averageOf(figures),
    items_sold: figures.items_sold,
    gross_profit: grossProfitOf(figures),
    refunds: figures.refunds,
  };
}

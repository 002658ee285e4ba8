import type { Handle } from '../../db/handle.ts';
import { listDays, listMethods, listTopProducts, type MethodFigures, type ProductFigures, type Scope } from './queries.ts';
import { averageOf, type DayFigures, grossProfitOf, sumFigures, totalOf } from './rules.ts';

export type { MethodFigures, ProductFigures, Scope } from './queries.ts';
export type { DayFigures } from './rules.ts';

export interface SalesReport {
  /** Days on which nothing happened are left out. */
  days: DayFigures[];
  by_payment_method: MethodFigures[];
  top_products: ProductFigures[];
}

const topProductsAtMost = 10;

/**
 * What was taken, from the roll-ups alone: three statements, however many sales there were.
 * The handle must be a snapshot's, so that the parts of a report agree with one another.
 */
export async function reportSales(snapshot: Handle, scope: Scope): Promise<SalesReport> {
  const days = await listDays(snapshot, scope);
  const by_payment_method = await listMethods(snapshot, scope);
  const top_products = await listTopProducts(snapshot, scope, topProductsAtMost);
  return { days, by_payment_method, top_products };
}

/** The days in scope alone, for what compares one stretch of time with another. */
export const reportDays = (snapshot: Handle, scope: Scope): Promise<DayFigures[]> => listDays(snapshot, scope);

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

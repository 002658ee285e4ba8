import type { Handle } from '../../db/handle.ts';
import { listDays, listMethods, listTopProducts, type MethodFigures, type ProductFigures, type Scope } from './queries.ts';
import type { DayFigures } from './rules.ts';

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

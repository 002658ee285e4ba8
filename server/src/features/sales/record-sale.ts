import type { Transaction } from '../../platform/database/handle.ts';
import { type Posted, postSales } from './post-sales.ts';
import { buildSale, type Facts, type Order, tried } from './prepare-sale.ts';

/** Records or parks sales: prices each order, and posts all valid ones. @returns the result of each order, in order */
export async function recordSales(tx: Transaction, orders: readonly Order[], facts: Facts): Promise<Posted[]> {
  const prepared = orders.map((order) => tried(() => buildSale(order, facts)));
  const posted = (
    await postSales(
      tx,
      prepared.flatMap((one) => ('error' in one ? [] : [one])),
    )
  ).values();
  return prepared.map((one) => ('error' in one ? one : (posted.next().value as Posted)));
}

import type { Transaction } from '../../platform/database/handle.ts';
import { type Posted, postSales } from './post-sales.ts';
import { buildSale, type Order, type ReferencedRecords, resultOrAppError } from './prepare-sale.ts';

/** Records or parks sales: prices each order, and posts all valid ones. @returns the result of each order, in order */
export async function recordSales(
  tx: Transaction,
  orders: readonly Order[],
  records: ReferencedRecords,
): Promise<Posted[]> {
  const prepared = orders.map((order) => resultOrAppError(() => buildSale(order, records)));
  const posted = (
    await postSales(
      tx,
      prepared.flatMap((item) => ('error' in item ? [] : [item])),
    )
  ).values();
  return prepared.map((item) => ('error' in item ? item : (posted.next().value as Posted)));
}

import type { Transaction } from '../../platform/database/handle.ts';
import { clearReferences, clearRefundReasons, clearWords, listIdsOfSales, lockSalesOf } from './erasure-queries.ts';

/** Holds all sales of a customer, so that no refund or void is under way whose words would come too late. */
export const holdSales = async (tx: Transaction, customer_id: string): Promise<void> => {
  await lockSalesOf(tx, customer_id);
};

/**
 * Takes what people wrote out of a customer’s sales: notes, labels, why they were voided or refunded, and references of payments that tell who
 * paid. Other references stay: by them a payment is found at the bank. No figure changes.
 * @param traces texts that tell who it was
 * @returns the ids of the sales and their refunds
 */
export async function eraseWords(tx: Transaction, customer_id: string, traces: readonly string[]): Promise<string[]> {
  await clearWords(tx, customer_id);
  await clearRefundReasons(tx, customer_id);
  await clearReferences(tx, customer_id, traces);
  return (await listIdsOfSales(tx, customer_id)).map(({ id }) => id);
}

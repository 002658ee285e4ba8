import type { Transaction } from '../../platform/database/handle.ts';
import {
  clearReferences,
  clearRefundReasons,
  clearSaleTexts,
  listSaleAndRefundIds,
  lockCustomerSales,
} from './erasure-queries.ts';

/** Locks all sales of a customer, so that no refund or void in progress can add text afterwards. */
export const lockSalesOfCustomer = async (tx: Transaction, customer_id: string): Promise<void> => {
  await lockCustomerSales(tx, customer_id);
};

/**
 * Erases text that people wrote in a customer's sales: notes, labels, reasons of voids and refunds, and payment
 * references that identify the customer. Other references stay, since they find a payment at the bank. No amount
 * changes.
 * @param identifyingTexts texts that identify the customer
 * @returns the ids of the sales and their refunds
 */
export async function eraseSaleTexts(
  tx: Transaction,
  customer_id: string,
  identifyingTexts: readonly string[],
): Promise<string[]> {
  await clearSaleTexts(tx, customer_id);
  await clearRefundReasons(tx, customer_id);
  await clearReferences(tx, customer_id, identifyingTexts);
  return (await listSaleAndRefundIds(tx, customer_id)).map(({ id }) => id);
}

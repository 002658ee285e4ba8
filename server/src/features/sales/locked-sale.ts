import type { Transaction } from '../../db/handle.ts';
import { notFound } from '../../kernel/refusal.ts';
import { findSale, lockSale } from './queries.ts';
import type { Sale } from './sale.ts';

/** The sale as it is once nobody else can change it: locked first, read after. @throws Refusal NOT_FOUND */
export async function getLockedSale(tx: Transaction, id: string): Promise<Sale> {
  const locked = await lockSale(tx, id);
  const sale = locked === undefined ? undefined : await findSale(tx, id);
  if (sale === undefined) throw notFound('Transaction');
  return sale;
}

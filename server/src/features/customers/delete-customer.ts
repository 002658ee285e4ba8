import type { Transaction } from '../../db/handle.ts';
import type { Deed } from '../../kernel/actor.ts';
import { notFound } from '../../kernel/refusal.ts';
import { markCustomerDeleted } from './queries.ts';

/** Gone from every list, still named on old sales. @throws Refusal NOT_FOUND */
export async function deleteCustomer(tx: Transaction, deed: Deed, id: string): Promise<void> {
  const deleted = await markCustomerDeleted(tx, id, deed.now);
  if (deleted === undefined) throw notFound('Customer');
  tx.tell({ type: 'customer.deleted', subject_id: deleted.id, fact: deleted, deed });
}

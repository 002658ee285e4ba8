import type { Transaction } from '../../db/handle.ts';
import type { Deed } from '../../kernel/actor.ts';
import { notFound } from '../../kernel/refusal.ts';
import { type CustomerRow, updateLivingCustomer } from './queries.ts';
import { type CustomerFields, normalFields } from './rules.ts';

/** Changes the fields given; `null` clears one. @throws Refusal NOT_FOUND */
export async function updateCustomer(tx: Transaction, deed: Deed, input: { id: string; changes: CustomerFields }): Promise<CustomerRow> {
  const updated = await updateLivingCustomer(tx, input.id, normalFields(input.changes), deed.now);
  if (updated === undefined) throw notFound('Customer');
  tx.tell({ type: 'customer.updated', subject_id: updated.id, fact: updated, deed });
  return updated;
}

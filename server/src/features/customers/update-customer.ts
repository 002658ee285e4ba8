import type { Transaction } from '../../db/handle.ts';
import type { Deed } from '../../kernel/actor.ts';
import { changesIn } from '../../kernel/changes.ts';
import { notFound } from '../../kernel/refusal.ts';
import { type CustomerRow, findCustomer, lockCustomers, updateLivingCustomer } from './queries.ts';
import { type CustomerFields, normalFields } from './rules.ts';

/** Changes the fields given; `null` clears one. What changes nothing is told to nobody. @throws Refusal NOT_FOUND */
export async function updateCustomer(tx: Transaction, deed: Deed, input: { id: string; changes: CustomerFields }): Promise<CustomerRow> {
  await lockCustomers(tx, [input.id]);
  const present = await findCustomer(tx, input.id);
  if (present === undefined) throw notFound('Customer');
  const changes = changesIn(present, normalFields(input.changes));
  if (changes === undefined) return present;
  const updated = await updateLivingCustomer(tx, input.id, changes, deed.now);
  tx.tell({ type: 'customer.updated', subject_id: updated.id, fact: updated, was: present, deed });
  return updated;
}

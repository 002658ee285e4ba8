import type { OperationContext } from '../../core/actor.ts';
import { changesIn } from '../../core/changes.ts';
import { notFound } from '../../core/errors.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { type CustomerRow, findCustomer, lockCustomers, updateLivingCustomer } from './queries.ts';
import { type CustomerFields, normalFields } from './rules.ts';

/** Changes the fields given; `null` clears one. What changes nothing is told to nobody. @throws AppError NOT_FOUND */
export async function updateCustomer(
  tx: Transaction,
  ctx: OperationContext,
  input: { id: string; changes: CustomerFields },
): Promise<CustomerRow> {
  await lockCustomers(tx, [input.id]);
  const present = await findCustomer(tx, input.id);
  if (present === undefined) throw notFound('Customer');
  const changes = changesIn(present, normalFields(input.changes));
  if (changes === undefined) return present;
  const updated = await updateLivingCustomer(tx, input.id, changes, ctx.now);
  tx.emit({ type: 'customer.updated', subject_id: updated.id, payload: updated, previous: present, ctx });
  return updated;
}

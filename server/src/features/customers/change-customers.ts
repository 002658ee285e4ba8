import type { OperationContext } from '../../core/actor.ts';
import { changesIn } from '../../core/changes.ts';
import { notFound } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import {
  type CustomerRow,
  clearReasons,
  findCustomer,
  insertCustomer,
  lockCustomers,
  lockUnerased,
  markCustomerDeleted,
  type PersonalData,
  updateErased,
  updateExistingCustomer,
} from './queries.ts';
import * as rules from './rules.ts';
import { type CustomerFields, normaliseFields } from './rules.ts';

/** @throws AppError DUPLICATE if the client's id is in use */
export async function createCustomer(
  tx: Transaction,
  ctx: OperationContext,
  input: CustomerFields & { id?: string; name: string },
): Promise<CustomerRow> {
  const { name, id = newId(), email = null, phone = null, address = null } = { ...input, ...normaliseFields(input) };
  const customer = await insertCustomer(tx, { id, name, email, phone, address }, ctx.now);
  tx.emit({ type: 'customer.created', subject_id: customer.id, payload: customer, ctx });
  return customer;
}

/** Changes the given fields; `null` clears one. Emits nothing if nothing changes. @throws AppError NOT_FOUND */
export async function updateCustomer(
  tx: Transaction,
  ctx: OperationContext,
  input: { id: string; changes: CustomerFields },
): Promise<CustomerRow> {
  await lockCustomers(tx, [input.id]);
  const current = await findCustomer(tx, input.id);
  if (current === undefined) throw notFound('Customer');
  const changes = changesIn(current, normaliseFields(input.changes));
  if (changes === undefined) return current;
  const updated = await updateExistingCustomer(tx, input.id, changes, ctx.now);
  tx.emit({ type: 'customer.updated', subject_id: updated.id, payload: updated, previous: current, ctx });
  return updated;
}

/** Deletes a customer. Lists no longer contain them, but old sales still show their name. @throws AppError NOT_FOUND */
export async function deleteCustomer(tx: Transaction, ctx: OperationContext, id: string): Promise<void> {
  const deleted = await markCustomerDeleted(tx, id, ctx.now);
  if (deleted === undefined) throw notFound('Customer');
  tx.emit({ type: 'customer.deleted', subject_id: deleted.id, payload: deleted, ctx });
}

/** The name of an erased customer. */
export const erasedName = rules.erasedName;

/**
 * Removes the personal data of a customer, deleted or not. Points and ledger stay. Locks the record until the
 * transaction ends, also against new sales.
 * @returns the removed personal data, and the ids of the ledger entries whose reasons were removed
 * @throws AppError NOT_FOUND, also if the customer is erased
 */
export async function eraseCustomerRecord(
  tx: Transaction,
  ctx: OperationContext,
  customer_id: string,
): Promise<{ person: PersonalData; entries: string[] }> {
  const person = await lockUnerased(tx, customer_id);
  if (person === undefined) throw notFound('Customer');
  await updateErased(tx, customer_id, { name: rules.erasedName, now: ctx.now });
  tx.emit({ type: 'customer.erased', subject_id: customer_id, payload: { id: customer_id }, ctx });
  return { person, entries: (await clearReasons(tx, customer_id)).map(({ id }) => id) };
}

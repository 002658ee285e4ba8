import type { OperationContext } from '../../core/actor.ts';
import { notFound } from '../../core/errors.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { clearReasons, lockUnerased, type Person, updateErased } from './queries.ts';
import * as rules from './rules.ts';

/** What an erased customer is called. */
export const erasedName = rules.erasedName;

/**
 * Takes the person out of a customer's record, deleted or not; account and ledger stay. The record is held against everybody, new sales
 * too, until the transaction ends.
 * @returns who it was; and the entries of the ledger that had a reason, which is taken out as well
 * @throws AppError NOT_FOUND also when they are erased already
 */
export async function eraseRecord(
  tx: Transaction,
  ctx: OperationContext,
  customer_id: string,
): Promise<{ person: Person; entries: string[] }> {
  const person = await lockUnerased(tx, customer_id);
  if (person === undefined) throw notFound('Customer');
  await updateErased(tx, customer_id, { name: rules.erasedName, now: ctx.now });
  tx.emit({ type: 'customer.erased', subject_id: customer_id, payload: { id: customer_id.toLowerCase() }, ctx });
  return { person, entries: (await clearReasons(tx, customer_id)).map(({ id }) => id) };
}

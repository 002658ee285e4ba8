import type { OperationContext } from '../../core/actor.ts';
import { newId } from '../../core/ids.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { type CustomerRow, insertCustomer } from './queries.ts';
import { type CustomerFields, normalFields } from './rules.ts';

/** @throws AppError DUPLICATE when the client's own id is in use */
export async function createCustomer(
  tx: Transaction,
  ctx: OperationContext,
  input: CustomerFields & { id?: string; name: string },
): Promise<CustomerRow> {
  const { name, id = newId(), email = null, phone = null, address = null } = { ...input, ...normalFields(input) };
  const customer = await insertCustomer(tx, { id, name, email, phone, address }, ctx.now);
  tx.emit({ type: 'customer.created', subject_id: customer.id, payload: customer, ctx });
  return customer;
}

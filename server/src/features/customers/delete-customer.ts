import type { Transaction } from '../../db/handle.ts';
import type { OperationContext } from '../../kernel/actor.ts';
import { notFound } from '../../kernel/errors.ts';
import { markCustomerDeleted } from './queries.ts';

/** Gone from every list, still named on old sales. @throws AppError NOT_FOUND */
export async function deleteCustomer(tx: Transaction, ctx: OperationContext, id: string): Promise<void> {
  const deleted = await markCustomerDeleted(tx, id, ctx.now);
  if (deleted === undefined) throw notFound('Customer');
  tx.emit({ type: 'customer.deleted', subject_id: deleted.id, payload: deleted, ctx });
}

import type { OperationContext } from '../../core/actor.ts';
import { notFound } from '../../core/errors.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { markCustomerDeleted } from './queries.ts';

/** Gone from every list, still named on old sales. @throws AppError NOT_FOUND */
export async function deleteCustomer(tx: Transaction, ctx: OperationContext, id: string): Promise<void> {
  const deleted = await markCustomerDeleted(tx, id, ctx.now);
  if (deleted === undefined) throw notFound('Customer');
  tx.emit({ type: 'customer.deleted', subject_id: deleted.id, payload: deleted, ctx });
}

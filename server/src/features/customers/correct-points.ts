import type { OperationContext } from '../../core/actor.ts';
import { notFound } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { type EntryRow, findCustomer, insertPointsEntries, lockCustomers, updateBalances } from './queries.ts';
import { correctedBalance, faultsOfCorrection } from './rules.ts';

interface Correction {
  customer_id: string;
  /** Signed. */
  points: bigint;
  reason: string;
}

/**
 * Adds points to a customer's account, or takes some, for a reason that the ledger keeps.
 * @throws AppError NOT_FOUND; VALIDATION_ERROR for 0; INVALID_STATE when more is taken than is there
 */
export async function correctPoints(
  tx: Transaction,
  ctx: OperationContext,
  { customer_id, points, reason }: Correction,
): Promise<EntryRow> {
  const { actor, now } = ctx;
  faultsOfCorrection({ points }).throwIfAny();
  await lockCustomers(tx, [customer_id]);
  // Read once it is locked: it may have been deleted, or spent from, meanwhile.
  const customer = await findCustomer(tx, customer_id);
  if (customer === undefined) throw notFound('Customer');
  const balance = correctedBalance(customer.points, points);
  const entry = {
    id: newId(),
    customer_id,
    type: 'corrected' as const,
    points,
    balance,
    sale_id: null,
    refund_id: null,
    reason,
    user_id: actor.user_id,
    created_at: now,
  };
  updateBalances(tx, [{ customer_id, points, value: 0n, now }]);
  insertPointsEntries(tx, [entry]);
  tx.emit({ type: 'points.changed', subject_id: customer.id, payload: entry, ctx });
  return entry;
}

import type { Actor, OperationContext } from '../../core/actor.ts';
import { approvalInvalid } from '../../core/approvals.ts';
import { isWithin } from '../../core/branches.ts';
import { invalidState, notFound } from '../../core/errors.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';
import type { LevelKey } from '../inventory/move-stock.ts';
import { findSale, lockSale } from './queries.ts';
import type { SaleStatus } from './rules.ts';
import type { Sale } from './sale.ts';

/** A sale in one of the caller's branches. @throws AppError NOT_FOUND */
export async function getSale(db: Handle, actor: Actor, id: string): Promise<Sale> {
  const sale = await findSale(db, id);
  if (sale === undefined || !isWithin(actor.branch_ids, sale.branch_id)) throw notFound('Transaction');
  return sale;
}

/** Locks a sale and then reads it, so that no other transaction changes it. @throws AppError NOT_FOUND */
export async function getLockedSale(tx: Transaction, actor: Actor, id: string): Promise<Sale> {
  if ((await lockSale(tx, id)) === undefined) throw notFound('Transaction');
  return getSale(tx, actor, id);
}

interface ActOnSale {
  id: string;
  /** The statuses in which it is possible. */
  statuses: readonly SaleStatus[];
  /** What is done to the sale, for the error. */
  done: 'changed' | 'completed' | 'voided';
}

/**
 * Locks and reads a sale for an act on it as a whole. An approval of such an act is for the sale as it was when the
 * approval was requested: the approver has seen its total, and the request does not contain it.
 * @throws AppError NOT_FOUND, INVALID_STATE for another status, APPROVAL_INVALID if the sale was changed since
 */
export async function getSaleForAct(tx: Transaction, ctx: OperationContext, act: ActOnSale): Promise<Sale> {
  const locked = await lockSale(tx, act.id);
  if (locked === undefined) throw notFound('Transaction');
  const sale = await getSale(tx, ctx.actor, act.id);
  if (!act.statuses.includes(sale.status))
    throw invalidState(`A ${sale.status.replace('_', ' ')} transaction cannot be ${act.done}`);
  if (ctx.approval !== undefined && ctx.approval.requested_at < locked.updated_at)
    throw approvalInvalid('is for the transaction before its last change');
  return sale;
}

/** The stock that a sale reserves or has taken, line by line; none for untracked products and custom items. */
export const stockOfSale = (sale: Sale): (LevelKey & { quantity: number })[] =>
  sale.lines.flatMap(({ product_id, quantity, track_stock }) =>
    track_stock && product_id !== null ? [{ product_id, warehouse_id: sale.warehouse_id, quantity }] : [],
  );

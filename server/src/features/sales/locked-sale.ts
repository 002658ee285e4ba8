import type { Actor } from '../../core/actor.ts';
import { isWithin } from '../../core/branches.ts';
import { notFound } from '../../core/errors.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';
import type { LevelKey } from '../inventory/move-stock.ts';
import { findSale, lockSale } from './queries.ts';
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

/** The stock that a sale reserves or has taken, line by line; none for untracked products and custom items. */
export const stockOfSale = (sale: Sale): (LevelKey & { quantity: number })[] =>
  sale.lines.flatMap(({ product_id, quantity, track_stock }) =>
    track_stock && product_id !== null ? [{ product_id, warehouse_id: sale.warehouse_id, quantity }] : [],
  );

import type { Actor, OperationContext } from '../../core/actor.ts';
import type { Timestamp } from '../../core/clock.ts';
import { ValidationErrors } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { findOwnWarehouse } from './find-warehouse.ts';
import { lockedLevel, lockLevels, postMoves } from './move-stock.ts';
import { findStockable, findWarehouse } from './queries.ts';
import { notTracked, type ShownLevel, shortageError, shortagesOf, showLevel } from './rules.ts';

export interface Transfer {
  product_id: string;
  from_warehouse: string;
  to_warehouse: string;
  quantity: number;
  reason?: string | null;
  reference?: string | null;
}

export interface Transferred extends Transfer {
  id: string;
  from_level: ShownLevel;
  to_level: ShownLevel;
  created_at: Timestamp;
}

/**
 * Moves stock from one warehouse to another in one transaction. Never takes more than is available, even if the
 * merchant allows negative stock.
 * Users limited to branches may send from theirs to any.
 * @throws AppError FORBIDDEN, VALIDATION_ERROR, INVALID_STATE for a product whose stock is not tracked,
 * INSUFFICIENT_STOCK
 */
export async function transferStock(tx: Transaction, ctx: OperationContext, input: Transfer): Promise<Transferred> {
  const { actor, now } = ctx;
  const { product_id, from_warehouse, to_warehouse } = await readTransfer(tx, actor, input);
  const { quantity, reason = null, reference = null } = input;
  const from = { product_id, warehouse_id: from_warehouse };
  const to = { product_id, warehouse_id: to_warehouse };
  const levels = await lockLevels(tx, [from, to], now);
  const shortages = shortagesOf(levels, [{ ...from, quantity, line: 'quantity' }]);
  if (shortages.length > 0) throw shortageError(shortages);
  const id = newId();
  const cause = { reason, reference, source_id: id };
  const moves = [
    { ...from, ...cause, quantity: -quantity, type: 'transfer_out' as const },
    { ...to, ...cause, quantity, type: 'transfer_in' as const },
  ];
  await postMoves(tx, ctx, { levels, moves, allow_negative: false });
  const [from_level, to_level] = [showLevel(lockedLevel(levels, from)), showLevel(lockedLevel(levels, to))];
  return { id, product_id, from_warehouse, to_warehouse, quantity, from_level, to_level, created_at: now };
}

async function readTransfer(tx: Transaction, actor: Actor, input: Transfer) {
  const errors = new ValidationErrors();
  const product = await findStockable(tx, input.product_id);
  if (product === undefined) errors.add('product_id', 'is not a product of yours');
  const from_warehouse = await findOwnWarehouse(tx, actor, { id: input.from_warehouse, field: 'from_warehouse' });
  if (from_warehouse === undefined) errors.add('from_warehouse', 'is not a warehouse of yours');
  const to = await findWarehouse(tx, input.to_warehouse);
  if (to === undefined) errors.add('to_warehouse', 'is not a warehouse of yours');
  else if (to.id === from_warehouse) errors.add('to_warehouse', 'must be another warehouse than the first');
  errors.throwIfAny();
  if (product === undefined || from_warehouse === undefined || to === undefined)
    throw new Error('unknown ids are reported above');
  if (!product.track_stock) throw notTracked('product_id');
  return { product_id: product.id, from_warehouse, to_warehouse: to.id };
}

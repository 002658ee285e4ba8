import type { Minor } from '@tillhouse/core/money';
import type { Actor, OperationContext } from '../../core/actor.ts';
import { requireApproval } from '../../core/approvals.ts';
import { ValidationErrors } from '../../core/errors.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { findOwnWarehouse, getDefaultWarehouse } from './find-warehouse.ts';
import { lockedLevel, lockLevels, type Movement, postMoves } from './move-stock.ts';
import { findStockable } from './queries.ts';
import {
  type AdjustmentTypeName,
  adjustmentAct,
  adjustmentTypeOf,
  expectedProblem,
  type LevelKey,
  notTracked,
  quantityChangeOf,
  quantityProblem,
  type ShownLevel,
  shortageError,
  shortagesOf,
  showLevel,
} from './rules.ts';

export interface Adjustment {
  product_id: string;
  /** Default: the default warehouse of the caller's branch. */
  warehouse_id?: string | null;
  quantity: number;
  type: AdjustmentTypeName;
  /** The quantity on hand when it was counted. Default: the present one. */
  expected?: number;
  reason?: string | null;
  reference?: string | null;
}

export interface Adjusted {
  /** `null` if a count found the expected quantity. */
  movement: Movement | null;
  level: ShownLevel;
}

/**
 * Adds to a level, subtracts from it, or sets it to a counted quantity.
 * @throws AppError FORBIDDEN outside of the caller's branches, VALIDATION_ERROR, INVALID_STATE for a product whose
 * stock is not tracked, INSUFFICIENT_STOCK, APPROVAL_REQUIRED
 */
export async function adjustStock(tx: Transaction, ctx: OperationContext, input: Adjustment): Promise<Adjusted> {
  const { actor, now } = ctx;
  const type = adjustmentTypeOf(input.type);
  const { cost, ...key } = await readKey(tx, actor, input);
  const levels = await lockLevels(tx, [key], now);
  const quantity = quantityChangeOf(type, input.quantity, input.expected ?? lockedLevel(levels, key).on_hand);
  if (quantity < 0 && !actor.merchant.allow_negative_stock) {
    const shortages = shortagesOf(levels, [{ ...key, quantity: -quantity, line: 'quantity' }]);
    if (shortages.length > 0) throw shortageError(shortages);
  }
  if (quantity !== 0) requireApproval(ctx, adjustmentAct(quantity, cost));
  const { reason = null, reference = null } = input;
  const moves = quantity === 0 ? [] : [{ ...key, quantity, type, reason, reference }];
  const [movement = null] = await postMoves(tx, ctx, { levels, moves });
  return { movement, level: showLevel(lockedLevel(levels, key)) };
}

async function readKey(tx: Transaction, actor: Actor, input: Adjustment): Promise<LevelKey & { cost: Minor }> {
  const errors = new ValidationErrors();
  const type = adjustmentTypeOf(input.type);
  const quantityError = quantityProblem(type, input.quantity);
  if (quantityError !== undefined) errors.add('quantity', quantityError);
  const expectedError = expectedProblem(type, input.expected);
  if (expectedError !== undefined) errors.add('expected', expectedError);
  const product = await findStockable(tx, input.product_id);
  if (product === undefined) errors.add('product_id', 'is not a product of yours');
  const requested = input.warehouse_id ?? null;
  const warehouse_id =
    requested === null
      ? await getDefaultWarehouse(tx, actor.branch_id)
      : await findOwnWarehouse(tx, actor, { id: requested, field: 'warehouse_id' });
  if (warehouse_id === undefined) errors.add('warehouse_id', 'is not a warehouse of yours');
  errors.throwIfAny();
  if (product === undefined || warehouse_id === undefined) throw new Error('unknown ids are reported above');
  if (!product.track_stock) throw notTracked('product_id');
  return { product_id: product.id, warehouse_id, cost: product.cost };
}

import type { Minor } from '@tillhouse/core/money';
import type { OperationContext } from '../../../core/actor.ts';
import { requireApproval } from '../../../core/approvals.ts';
import { isWithin } from '../../../core/branches.ts';
import { invalidField, invalidState, notFound } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import type { Transaction } from '../../../platform/database/handle.ts';
import { recordActs } from '../../journal/append-entries.ts';
import { movementAct, movementVoidAct } from '../journal-acts.ts';
import type { MovementType } from '../rules.ts';
import { findMovement, insertMovement, insertMovementVoid, type MovementRow } from './movement-queries.ts';
import { lockShiftToUse } from './shift-queries.ts';

export interface MovementInput {
  shift_id: string;
  type: MovementType;
  /** In minor units; undefined for `no_sale`, which only opens the drawer. */
  amount: Minor | undefined;
  reason: string;
}

/** @returns the register @throws AppError NOT_FOUND, INVALID_STATE for a shift that is counted or closed */
async function lockOpen(tx: Transaction, { actor }: OperationContext, shift_id: string): Promise<string> {
  const shift = await lockShiftToUse(tx, shift_id);
  if (shift === undefined || !isWithin(actor.branch_ids, shift.branch_id)) throw notFound('Shift');
  if (shift.status !== 'open') throw invalidState(`The shift is ${shift.status}, not open`);
  return shift.register_id;
}

function checkAmount({ type, amount }: MovementInput): Minor {
  if (type === 'no_sale') {
    if (amount !== undefined) throw invalidField('amount', 'does not apply to no_sale');
    return 0n;
  }
  if (amount === undefined) throw invalidField('amount', 'is required');
  if (amount === 0n) throw invalidField('amount', 'must be more than 0');
  return amount;
}

/**
 * Records cash that is paid in or out, or that the drawer was opened without a sale.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR, INVALID_STATE, APPROVAL_REQUIRED
 */
export async function recordMovement(
  tx: Transaction,
  ctx: OperationContext,
  input: MovementInput,
): Promise<MovementRow> {
  const { shift_id, type, reason } = input;
  const register_id = await lockOpen(tx, ctx, shift_id);
  const amount = checkAmount(input);
  if (type !== 'paid_in') requireApproval(ctx, { action: type, amount });
  const { actor, now: created_at } = ctx;
  const movement = { id: newId(), shift_id, type, amount, reason, user_id: actor.user_id, created_at };
  await insertMovement(tx, movement);
  await recordActs(tx, [movementAct(ctx, { ...movement, register_id })]);
  const recorded: MovementRow = {
    ...movement,
    user_name: actor.name,
    voided_at: null,
    voided_by: null,
    voided_by_name: null,
    void_reason: null,
  };
  tx.emit({ type: 'cash_movement.created', subject_id: movement.id, payload: recorded, ctx });
  return recorded;
}

export interface VoidInput {
  shift_id: string;
  id: string;
  reason: string;
}

/**
 * Voids a movement, which stays in the list. To void cash that was paid in takes as much out of the drawer as paying it
 * out, and needs the same approval.
 * @throws AppError NOT_FOUND, INVALID_STATE, APPROVAL_REQUIRED
 */
export async function voidMovement(tx: Transaction, ctx: OperationContext, input: VoidInput): Promise<MovementRow> {
  const { shift_id, id, reason } = input;
  const register_id = await lockOpen(tx, ctx, shift_id);
  const movement = await findMovement(tx, { id, shift_id });
  if (movement === undefined) throw notFound('Movement');
  if (movement.voided_at !== null) throw invalidState('The movement is already voided');
  if (movement.type === 'paid_in') requireApproval(ctx, { action: 'paid_out', amount: movement.amount });
  const { actor, now } = ctx;
  await insertMovementVoid(tx, { movement_id: id, reason, user_id: actor.user_id, created_at: now });
  await recordActs(tx, [movementVoidAct(ctx, { ...movement, register_id, shift_id, reason })]);
  const voided: MovementRow = {
    ...movement,
    voided_at: now,
    voided_by: actor.user_id,
    voided_by_name: actor.name,
    void_reason: reason,
  };
  tx.emit({ type: 'cash_movement.voided', subject_id: id, payload: voided, previous: movement, ctx });
  return voided;
}

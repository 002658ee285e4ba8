import type { OperationContext } from '../../../core/actor.ts';
import { isWithin } from '../../../core/branches.ts';
import { invalidState, notFound } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import type { Transaction } from '../../../platform/database/handle.ts';
import { byMethod, type Count, checkCount, type ShiftStatus, totalVariance, varianceOf } from '../rules.ts';
import { denominationColumns } from './open-shift.ts';
import { getShift, type ShownShift, showShift } from './read-shifts.ts';
import { insertCount, listCounts, lockShift, updateShift } from './shift-queries.ts';

/** Every count of a shift is kept and shown. */
export const countsAtMost = 100;

/** Locks a shift in one of the caller's branches, alone. @throws AppError NOT_FOUND, INVALID_STATE for another status */
export async function lockShiftIn(
  tx: Transaction,
  { actor }: OperationContext,
  { id, status }: { id: string; status: ShiftStatus },
): Promise<{ id: string; register_id: string }> {
  const shift = await lockShift(tx, id);
  if (shift === undefined || !isWithin(actor.branch_ids, shift.branch_id)) throw notFound('Shift');
  if (shift.status !== status) throw invalidState(`The shift is ${shift.status}, not ${status}`);
  return shift;
}

export type ShiftCount = Count & { id: string };

/**
 * Counts an open shift. From then on it takes no sales, refunds or cash movements.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR, INVALID_STATE
 */
export async function countShift(tx: Transaction, ctx: OperationContext, count: ShiftCount): Promise<ShownShift> {
  checkCount(count);
  await lockShiftIn(tx, ctx, { id: count.id, status: 'open' });
  await addCount(tx, ctx, count);
  return counted(tx, ctx, { id: count.id, type: 'shift.counted', status: 'counting' });
}

/** Replaces the count of a shift that is being counted; the earlier counts are kept. */
export async function recountShift(tx: Transaction, ctx: OperationContext, count: ShiftCount): Promise<ShownShift> {
  checkCount(count);
  await lockShiftIn(tx, ctx, { id: count.id, status: 'counting' });
  await addCount(tx, ctx, count);
  return counted(tx, ctx, { id: count.id, type: 'shift.counted', status: 'counting' });
}

/** Lets a shift that is being counted sell again. Its counts are kept. */
export async function reopenShift(tx: Transaction, ctx: OperationContext, id: string): Promise<ShownShift> {
  await lockShiftIn(tx, ctx, { id, status: 'counting' });
  return counted(tx, ctx, { id, type: 'shift.reopened', status: 'open' });
}

async function addCount(
  tx: Transaction,
  { actor, now }: OperationContext,
  { id: shift_id, counted: amounts, denominations }: ShiftCount,
): Promise<void> {
  if ((await listCounts(tx, shift_id)).length >= countsAtMost)
    throw invalidState(`A shift can be counted ${countsAtMost} times`);
  const sorted = byMethod(amounts);
  const { expected } = await showShift(tx, await getShift(tx, actor, shift_id));
  await insertCount(tx, {
    id: newId(),
    shift_id,
    methods: sorted.map(({ method }) => method),
    amounts: sorted.map(({ amount }) => amount),
    ...denominationColumns(denominations),
    variance: totalVariance(varianceOf(expected ?? [], sorted)),
    user_id: actor.user_id,
    user_name: actor.name,
    created_at: now,
  });
}

async function counted(
  tx: Transaction,
  ctx: OperationContext,
  { id, type, status }: { id: string; type: string; status: ShiftStatus },
): Promise<ShownShift> {
  await updateShift(tx, id, { status }, ctx.now);
  const shift = await showShift(tx, await getShift(tx, ctx.actor, id));
  tx.emit({ type, subject_id: id, payload: shift, ctx });
  return shift;
}

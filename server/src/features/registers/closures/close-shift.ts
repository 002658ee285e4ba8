import { larger, type Minor } from '@tillhouse/core/money';
import type { OperationContext } from '../../../core/actor.ts';
import { approvalInvalid, requireApproval } from '../../../core/approvals.ts';
import { dayOf } from '../../../core/calendar.ts';
import { newId } from '../../../core/ids.ts';
import type { Transaction } from '../../../platform/database/handle.ts';
import { recordActs } from '../../journal/append-entries.ts';
import { findLocation } from '../../merchant/find-locations.ts';
import { closureAct } from '../journal-acts.ts';
import { getNumbers, lockRegister, updateNumbers } from '../register-queries.ts';
import { totalVariance, varianceAct } from '../rules.ts';
import { lockShiftIn } from '../shifts/count-shift.ts';
import { findFigures } from '../shifts/figures-queries.ts';
import { getShift, isBlind, type ShownShift, showShift } from '../shifts/read-shifts.ts';
import { listCounts, updateShift } from '../shifts/shift-queries.ts';
import { insertClosure, sumLifetime } from './closure-queries.ts';
import { type Closure, getClosure } from './read-closures.ts';

/**
 * Closes a counted shift: writes its closure (Z report) with the next number of its register.
 * @throws AppError NOT_FOUND, APPROVAL_REQUIRED, APPROVAL_INVALID after another count, INVALID_STATE if the shift is not counted, or closed already
 */
export async function closeShift(
  tx: Transaction,
  ctx: OperationContext,
  { id: shift_id, note }: { id: string; note: string | null },
): Promise<Closure> {
  const { actor, now } = ctx;
  const { register_id } = await getShift(tx, actor, shift_id);
  // The register before the shift: the register's lock gives the numbers of its closures their order.
  await lockRegister(tx, register_id);
  await lockShiftIn(tx, ctx, { id: shift_id, status: 'counting' });
  const shift = await showShift(tx, await getShift(tx, actor, shift_id));
  // Each count changes the shift. The approver has seen the one before the request.
  if (ctx.approval !== undefined && ctx.approval.requested_at < shift.updated_at)
    throw approvalInvalid('is for an earlier count of the shift');
  requireApproval(ctx, varianceAct(isBlind(actor, shift) ? await largestVariance(tx, shift) : varianceOfShift(shift)));
  const { figures, text } = await findFigures(tx, shift_id);
  const { last_closure } = await getNumbers(tx, register_id);
  const lifetime = await sumLifetime(tx, register_id);
  const timezone = (await findLocation(tx, shift.branch_id))?.timezone ?? actor.merchant.timezone;
  const expected = shift.expected ?? [];
  const counted = shift.counted ?? [];
  const id = newId();
  await insertClosure(tx, {
    id,
    register_id,
    branch_id: shift.branch_id,
    shift_id,
    number: last_closure + 1,
    business_day: dayOf(shift.opened_at, timezone),
    opened_at: shift.opened_at,
    closed_at: now,
    closed_by: actor.user_id,
    note,
    figures: text,
    sales_amount: figures.sales.amount,
    refunds_amount: figures.refunds.amount,
    lifetime_sales: lifetime.sales + figures.sales.amount,
    lifetime_refunds: lifetime.refunds + figures.refunds.amount,
    expected_methods: expected.map(({ method }) => method),
    expected_amounts: expected.map(({ amount }) => amount),
    counted_methods: counted.map(({ method }) => method),
    counted_amounts: counted.map(({ amount }) => amount),
  });
  await updateShift(tx, shift_id, { status: 'closed', closed_by: actor.user_id, closed_at: now }, now);
  await updateNumbers(tx, register_id, { last_closure: last_closure + 1 });
  const closure = await getClosure(tx, actor, id);
  await recordActs(tx, [closureAct(ctx, closure)]);
  tx.emit({ type: 'shift.closed', subject_id: shift_id, payload: closure, ctx });
  return closure;
}

const varianceOfShift = ({ variance }: ShownShift): Minor => totalVariance(variance ?? []);

/**
 * The largest variance of all counts of a shift. By the last one alone, a blind register could be counted again and
 * again until the closing needs no approval, which tells what it should contain.
 */
async function largestVariance(tx: Transaction, shift: ShownShift): Promise<Minor> {
  const counts = await listCounts(tx, shift.id);
  return counts.reduce((most, { variance }) => larger(most, variance ?? 0n), varianceOfShift(shift));
}

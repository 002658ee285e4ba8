import { can, type OperationContext } from '../../../core/actor.ts';
import { type Act, approvalError } from '../../../core/approvals.ts';
import { dayOf, hourOf } from '../../../core/calendar.ts';
import { forbidden, invalidState } from '../../../core/errors.ts';
import { isAllowed, type Role } from '../../../core/permissions.ts';
import type { Transaction } from '../../../platform/database/handle.ts';
import { postPoints } from '../../customers/post-points.ts';
import { lockLevels, type Move, postMoves } from '../../inventory/move-stock.ts';
import { recordActs } from '../../journal/append-entries.ts';
import { findLocation } from '../../merchant/find-locations.ts';
import { lockPaymentShift, lockShiftIfOpen, outsideOfShifts, type PaymentShift } from '../../registers/find-shifts.ts';
import { postRollups } from '../../sales-rollups/post-rollups.ts';
import { voidActs } from '../journal-acts.ts';
import { getSaleForAct, stockOfSale } from '../locked-sale.ts';
import { postingsOfSale } from '../post-sales.ts';
import { updateVoided } from '../queries.ts';
import { rollupOfSale } from '../rollup-of-sale.ts';
import type { Sale } from '../sale.ts';

export interface VoidRequest {
  id: string;
  reason: string | null;
  /** The register that pays back; default: the sale's own, while its shift is open. */
  register_id: string | null;
}

/**
 * Voids a sale. A parked sale releases its reservation. A completed sale, only on its own business day and without
 * refunds, returns its stock, points and payments, and no longer counts in the day.
 * @throws AppError NOT_FOUND, FORBIDDEN, INVALID_STATE
 */
export async function voidSale(tx: Transaction, ctx: OperationContext, request: VoidRequest): Promise<Sale> {
  const sale = await getSaleForAct(tx, ctx, { id: request.id, statuses: ['pending', 'completed'], done: 'voided' });
  if (sale.status === 'completed') await checkVoidable(tx, ctx, sale);
  const { actor, now } = ctx;
  const { register_id, shift_id } = await shiftOfVoid(tx, ctx, { sale, request });
  const voided: Sale = {
    ...sale,
    status: 'voided',
    points_earned: 0n,
    void_register_id: register_id,
    void_shift_id: shift_id,
  };
  tx.emit({ type: 'sale.voided', subject_id: sale.id, payload: voided, ctx });
  const stock = stockOfSale(sale);
  const levels = await lockLevels(tx, stock, now);
  await postMoves(tx, ctx, { levels, moves: reversingMoves(sale, stock, request.reason) });
  await updateVoided(tx, sale.id, { reason: request.reason, register_id, shift_id, now });
  if (sale.status === 'completed') {
    const reversals = postingsOfSale(sale).map((posting) => ({
      ...posting,
      points: -posting.points,
      value: -posting.value,
      type: posting.type === 'redeemed' ? ('returned' as const) : ('reversed' as const),
      user_id: actor.user_id,
    }));
    await postPoints(tx, ctx, reversals);
    await recordActs(tx, voidActs(ctx, voided));
    postRollups(tx, [rollupOfSale(sale, -1)]);
  }
  return voided;
}

/** The shift that pays back a voided sale. A parked one has no payments. */
async function shiftOfVoid(
  tx: Transaction,
  { actor }: OperationContext,
  { sale, request: { register_id } }: { sale: Sale; request: VoidRequest },
): Promise<PaymentShift> {
  const { branch_id, shift_id } = sale;
  if (register_id !== null) {
    const shift = await lockPaymentShift(tx, { actor, register_id, branch_id });
    return sale.status === 'pending' ? outsideOfShifts : shift;
  }
  return lockShiftIfOpen(tx, shift_id);
}

async function checkVoidable(tx: Transaction, ctx: OperationContext, sale: Sale): Promise<void> {
  const { actor, now } = ctx;
  const approvalMissing = approvalError(ctx, voidAct(sale));
  // A key is for what it was given; no approval extends it.
  if (actor.api_key !== undefined && !can(actor, 'sales:void')) throw mayNotVoid(actor.role);
  if (approvalMissing?.code === 'FORBIDDEN') throw approvalMissing;
  const timezone = sale.timezone ?? (await originalTimezone(tx, actor, sale));
  if (timezone === undefined || dayOf(now, timezone) !== sale.business_day)
    throw invalidState('A transaction can be voided on its own business day only; refund it instead');
  if (approvalMissing !== undefined) throw approvalMissing;
}

const voidAct = (sale: Sale): Act => ({
  action: 'void',
  amount: sale.total,
  refusal: (role) => (isAllowed(role, 'sales:void') ? undefined : mayNotVoid(role)),
});

const mayNotVoid = (role: Role) => forbidden(`The role ${role} may void parked transactions only`);

/**
 * The time zone of a sale without a stored one: that of its branch, if it gives the sale's day and hour. Otherwise the
 * branch's zone was changed since, and the end of the sale's day is unknown.
 */
async function originalTimezone(
  tx: Transaction,
  actor: OperationContext['actor'],
  sale: Sale,
): Promise<string | undefined> {
  const timezone = (await findLocation(tx, sale.branch_id))?.timezone ?? actor.merchant.timezone;
  const isSame =
    dayOf(sale.occurred_at, timezone) === sale.business_day &&
    hourOf(sale.occurred_at, timezone) === sale.business_hour;
  return isSame ? timezone : undefined;
}

const reversingMoves = (sale: Sale, stock: ReturnType<typeof stockOfSale>, reason: string | null): Move[] =>
  stock.map(({ quantity, ...key }) => ({
    ...key,
    ...(sale.status === 'pending' ? { quantity: 0, reserve: -quantity } : { quantity }),
    type: 'void',
    reason,
    reference: sale.code,
    source_id: sale.id,
  }));

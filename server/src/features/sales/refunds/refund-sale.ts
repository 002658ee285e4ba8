import type { OperationContext } from '../../../core/actor.ts';
import { requireApproval } from '../../../core/approvals.ts';
import { dayOf, hourOf } from '../../../core/calendar.ts';
import { invalidField } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import type { Handle, Transaction } from '../../../platform/database/handle.ts';
import { type CustomerPosting, pointsFor, postPoints } from '../../customers/post-points.ts';
import { lockLevels, type Move, postMoves } from '../../inventory/move-stock.ts';
import { recordActs } from '../../journal/append-entries.ts';
import { findLocation } from '../../merchant/find-locations.ts';
import { findPaymentShift, lockPaymentShift, type PaymentShift } from '../../registers/find-shifts.ts';
import { postRollups } from '../../sales-rollups/post-rollups.ts';
import { refundActs } from '../journal-acts.ts';
import { getLockedSale, getSale } from '../locked-sale.ts';
import { chooseRefundMethod, type PointsReturn, pointsToReturn } from '../points-rules.ts';
import { countRefundLines, insertRefund, sumRefunds } from '../queries.ts';
import { rollupOfRefund } from '../rollup-of-sale.ts';
import type { Refund, Sale } from '../sale.ts';
import type { PaymentMethod } from '../tender-rules.ts';
import { checkRefundMethod, refundAct } from './refund-policy-rules.ts';
import { roundingOfRefund } from './refund-rounding-rules.ts';
import { checkRefundCount, mustExceedZero, planRefund, type RefundInput, type RefundPlan } from './refund-rules.ts';

export interface RefundRequest extends RefundInput {
  sale_id: string;
  reason: string | null;
  restock: boolean;
  payment_method: PaymentMethod | null;
  /** The register that pays it. */
  register_id: string | null;
}

/**
 * Refunds a sale or a part of it: money, stock, points, and the roll-ups of the current hour.
 * Locks the sale before reading it, so that two concurrent refunds cannot exceed what is left.
 */
export async function refundSale(tx: Transaction, ctx: OperationContext, request: RefundRequest): Promise<Refund> {
  const sale = await getLockedSale(tx, ctx.actor, request.sale_id);
  const { actor, now } = ctx;
  const { branch_id } = sale;
  const shift = await lockPaymentShift(tx, { actor, register_id: request.register_id, branch_id });
  const { plan, refund, points_earned } = await prepareRefund(tx, { sale, ctx, request, shift });
  const timezone = (await findLocation(tx, sale.branch_id))?.timezone ?? actor.merchant.timezone;
  const business_day = dayOf(now, timezone);
  const business_hour = hourOf(now, timezone);
  const id = newId();
  const recorded = { ...refund, id };
  tx.emit({ type: 'sale.refunded', subject_id: id, payload: recorded, ctx });
  if (request.restock) await restock(tx, ctx, { sale, plan, refund_id: id, reason: request.reason });
  await insertRefund(tx, { ...refund, id, user_id: actor.user_id, business_day, business_hour, points_earned });
  await postPoints(tx, ctx, postingsOfRefund(sale, { ...refund, id, user_id: actor.user_id }));
  await recordActs(tx, refundActs(ctx, sale, recorded));
  postRollups(tx, [
    rollupOfRefund(sale.branch_id, { day: business_day, hour: business_hour }, { ...refund, lines: plan.lines }),
  ]);
  return recorded;
}

/** Calculates a refund without making it. */
export async function previewRefund(db: Handle, ctx: OperationContext, request: RefundRequest): Promise<Refund> {
  const sale = await getSale(db, ctx.actor, request.sale_id);
  const { register_id } = request;
  const shift = await findPaymentShift(db, { actor: ctx.actor, register_id, branch_id: sale.branch_id });
  return (await prepareRefund(db, { sale, ctx, request, shift })).refund;
}

interface PreparedRefund {
  plan: RefundPlan;
  refund: Refund;
  points_earned: bigint;
}

const noRefunds = { money: 0n, rounding: 0n };

async function prepareRefund(
  db: Handle,
  { sale, ctx, request, shift }: { sale: Sale; ctx: OperationContext; request: RefundRequest; shift: PaymentShift },
): Promise<PreparedRefund> {
  if (request.items === undefined && request.amount === 0n) throw invalidField('amount', mustExceedZero);
  const plan = planRefund(sale, request);
  if (sale.status !== 'completed') checkRefundCount(sale.status, plan, await countRefundLines(db, sale.id));
  const { merchant } = ctx.actor;
  const { money_left, ...returned }: PointsReturn = pointsToReturn(sale, plan.amount);
  const points_earned =
    sale.customer_id === null ? 0n : pointsFor(money_left, { ...merchant, loyalty_rate_ppm: sale.loyalty_rate_ppm });
  const method = chooseRefundMethod(sale, request.payment_method);
  const before = sale.refunded_amount === 0n ? noRefunds : await sumRefunds(db, sale.id);
  const by_method = plan.amount - returned.points_amount;
  requireApproval(ctx, refundAct(merchant, { sale, plan }));
  checkRefundMethod(ctx.actor, { sale, plan, method, by_method, money_before: before.money });
  const refund: Refund = {
    id: null,
    sale_id: sale.id,
    ...shift,
    amount: plan.amount,
    tax: plan.tax,
    reason: request.reason,
    payment_method: method,
    restock: request.restock,
    points_reversed: sale.points_earned - points_earned,
    ...returned,
    // After the last of the money, returned goods change no rounding.
    rounding:
      sale.status === 'refunded'
        ? 0n
        : roundingOfRefund({
            money: by_method,
            money_left,
            method,
            sale_rounding: sale.rounding,
            rounding_before: before.rounding,
            is_last: plan.remaining === 0n,
            unit: merchant.cash_rounding,
          }),
    sale_status: plan.status,
    refunded_amount: plan.refunded_amount,
    remaining_refundable: plan.remaining,
    created_at: ctx.now,
    lines: plan.lines.map(({ line, quantity, amount, tax }, index) => ({
      line_no: index + 1,
      sale_line_no: line.line_no,
      product_id: line.product_id,
      name: line.name,
      quantity,
      amount,
      tax,
    })),
  };
  return { plan, refund, points_earned };
}

/** The customer's postings for a refund: returns the points spent and takes back the points earned. */
function postingsOfRefund({ customer_id, id: sale_id }: Sale, refund: Refund & { user_id: string }): CustomerPosting[] {
  if (customer_id === null) return [];
  const { id: refund_id, user_id, points_returned, points_reversed, amount, points_amount } = refund;
  const posting = { customer_id, sale_id, refund_id, user_id };
  return [
    { ...posting, type: 'returned', points: points_returned, value: 0n },
    { ...posting, type: 'reversed', points: -points_reversed, value: points_amount - amount },
  ];
}

interface Restocking {
  sale: Sale;
  plan: RefundPlan;
  refund_id: string;
  reason: string | null;
}

async function restock(
  tx: Transaction,
  ctx: OperationContext,
  { sale, plan, refund_id, reason }: Restocking,
): Promise<void> {
  const moves = plan.lines.flatMap(({ line: { product_id, track_stock }, quantity }): Move[] => {
    if (!track_stock || product_id === null) return [];
    const { warehouse_id, code: reference } = sale;
    return [{ product_id, warehouse_id, quantity, type: 'refund', reason, reference, source_id: refund_id }];
  });
  const levels = await lockLevels(tx, moves, ctx.now);
  await postMoves(tx, ctx, { levels, moves });
}

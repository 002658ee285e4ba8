import type { Minor } from '@tillhouse/core/money';
import type { OperationContext } from '../../core/actor.ts';
import { approvalError } from '../../core/approvals.ts';
import { dayOf, hourOf } from '../../core/calendar.ts';
import { invalidField } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { findApprovedDiscount } from '../approvals/queries.ts';
import { lockBalances, pointsFor, postPoints } from '../customers/post-points.ts';
import { lockLevels, postMoves } from '../inventory/move-stock.ts';
import { recordActs } from '../journal/append-entries.ts';
import { findLocation } from '../merchant/find-locations.ts';
import { findMember } from '../merchant/member-queries.ts';
import { lockPaymentShift } from '../registers/find-shifts.ts';
import { postRollups } from '../sales-rollups/post-rollups.ts';
import { refusedDiscount } from './approval-rules.ts';
import { discountError } from './discount-rules.ts';
import { saleActs } from './journal-acts.ts';
import { getSaleForAct, stockOfSale } from './locked-sale.ts';
import { paidByPoints } from './points-rules.ts';
import { checkPoints, postingsOfSale } from './post-sales.ts';
import { expectedTotalError } from './prepare-sale.ts';
import { insertPayments, updateCompleted } from './queries.ts';
import { rollupOfSale } from './rollup-of-sale.ts';
import type { Sale } from './sale.ts';
import { pointsFieldOf, pointsNeedCustomer, settle, type Tender } from './tender-rules.ts';

export interface Completion {
  id: string;
  tender: Tender;
  /** Default: the register at which the sale was parked. `null`: none. */
  register_id?: string | null;
  /** `null`: any total is accepted. */
  expected_total: Minor | null;
}

/**
 * Completes a parked sale with its payment, at its parked prices. The sale counts from now, for the cashier who takes
 * the payment.
 * @throws AppError NOT_FOUND; INVALID_STATE if the sale is not parked; VALIDATION_ERROR for another total than expected
 */
export async function completeSale(tx: Transaction, ctx: OperationContext, request: Completion): Promise<Sale> {
  const parked = await getSaleForAct(tx, ctx, { id: request.id, statuses: ['pending'], done: 'completed' });
  const { actor, now } = ctx;
  const totalError = expectedTotalError(request.expected_total, parked.total, actor.merchant.currency);
  if (totalError !== undefined) throw totalError;
  await checkDiscounts(tx, ctx, parked);
  const { register_id = parked.register_id } = request;
  const shift = await lockPaymentShift(tx, { actor, register_id, branch_id: parked.branch_id });
  const settlement = settle(parked.total, request.tender, actor.merchant);
  const points_field = pointsFieldOf(request.tender);
  if (points_field !== undefined && parked.customer_id === null) throw invalidField('customer_id', pointsNeedCustomer);
  const earning_amount = parked.total - paidByPoints(settlement.payments);
  const timezone = (await findLocation(tx, parked.branch_id))?.timezone ?? actor.merchant.timezone;
  const sale: Sale = {
    ...parked,
    ...shift,
    status: 'completed',
    cashier_id: actor.user_id,
    cashier_name: actor.name,
    occurred_at: now,
    business_day: dayOf(now, timezone),
    business_hour: hourOf(now, timezone),
    timezone,
    change: settlement.change,
    rounding: settlement.rounding,
    payment_method: settlement.payment_method,
    payments: settlement.payments.map((payment) => ({ ...payment, id: newId() })),
    points_redeemed: settlement.points_redeemed,
    points_earned:
      parked.customer_id === null
        ? 0n
        : pointsFor(earning_amount, { ...actor.merchant, loyalty_rate_ppm: parked.loyalty_rate_ppm }),
  };
  const stock = stockOfSale(sale);
  const levels = await lockLevels(tx, stock, now);
  if (sale.points_redeemed > 0n) await checkBalance(tx, sale, points_field);
  tx.emit({ type: 'sale.completed', subject_id: sale.id, payload: sale, ctx });
  const moves = stock.map((line) => ({
    ...line,
    quantity: -line.quantity,
    reserve: -line.quantity,
    type: 'sale' as const,
    reference: sale.code,
    source_id: sale.id,
  }));
  // Reserved stock is on hand, unless the merchant allowed negative stock and sold it meanwhile.
  await postMoves(tx, ctx, { levels, moves });
  await updateCompleted(tx, sale, now);
  insertPayments(tx, [sale]);
  await postPoints(tx, ctx, postingsOfSale(sale));
  await recordActs(tx, saleActs(ctx, sale));
  postRollups(tx, [rollupOfSale(sale, 1)]);
  return sale;
}

/**
 * Checks the discounts of a parked sale against the current limits of the user who completes it, or of the one who
 * parked it. So a cashier may complete what a manager parked or approved, but not what the manager's limit no longer
 * allows.
 */
async function checkDiscounts(tx: Transaction, ctx: OperationContext, sale: Sale): Promise<void> {
  const { actor } = ctx;
  const error = approvalError(ctx, refusedDiscount(actor.merchant, sale));
  if (error === undefined) return;
  const parkedBy = sale.cashier_id === actor.user_id ? undefined : await findMember(tx, sale.cashier_id);
  if (parkedBy !== undefined && discountError(parkedBy, sale) === undefined) return;
  if ((await findApprovedDiscount(tx, sale.id)) === undefined) throw error;
}

async function checkBalance(tx: Transaction, sale: Sale, points_field: string | undefined): Promise<void> {
  const customer_id = sale.customer_id ?? '';
  const balances = await lockBalances(tx, [customer_id]);
  const pointsError = checkPoints(sale, balances.get(customer_id) ?? 0n, points_field);
  if (pointsError !== undefined) throw pointsError;
}

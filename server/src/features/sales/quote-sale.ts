import { roundCash } from '@tillhouse/core/cash-rounding';
import { larger, type Minor } from '@tillhouse/core/money';
import { type TaxOfRate, taxByRate } from '@tillhouse/core/pricing';
import type { AppError, ErrorCode } from '../../core/errors.ts';
import type { Handle } from '../../platform/database/handle.ts';
import { findPoints } from '../customers/find-customers.ts';
import { pointsFor } from '../customers/post-points.ts';
import { shortageError } from '../inventory/move-stock.ts';
import { findShortages } from '../inventory/read-levels.ts';
import { findRegisterError } from '../registers/find-shifts.ts';
import { paidByPoints, tooFewPointsError } from './points-rules.ts';
import { demandsOf } from './post-sales.ts';
import { type Order, prepareSale, type ReferencedRecords } from './prepare-sale.ts';
import type { PricedSale } from './rules.ts';
import { cashDue, isEmptyTender, pointsFieldOf } from './tender-rules.ts';

/** A reason why the sale would be rejected. */
export interface Problem {
  field: string;
  code: ErrorCode;
  message: string;
}

export interface Quote extends PricedSale {
  tax_by_rate: TaxOfRate[];
  change: Minor;
  rounding: Minor;
  /** What is to be paid in cash if all that the other payments leave is. */
  cash_total: Minor;
  points_earned: bigint;
  problems: Problem[];
}

/**
 * Calculates what a sale would cost. Writes and locks nothing.
 * @throws AppError VALIDATION_ERROR for what cannot be priced, FORBIDDEN for a branch that the actor may not use
 */
export async function quoteSale(db: Handle, order: Order, records: ReferencedRecords): Promise<Quote> {
  const errors: AppError[] = [];
  const { request, ctx } = order;
  const { merchant } = ctx.actor;
  const isPaid = request.status === 'completed' && !isEmptyTender(request.tender);
  const unpaid: Order = isPaid ? order : { ...order, request: { ...request, status: 'pending' } };
  const { priced, location, settlement } = prepareSale(unpaid, records, (error) => errors.push(error));

  // A parked sale belongs to no shift.
  const register = request.status === 'completed' ? records.registers.get(request.register_id ?? '') : undefined;
  const registerError = register === undefined ? undefined : await findRegisterError(db, register);
  if (registerError !== undefined) errors.push(registerError);
  const demands = merchant.allow_negative_stock
    ? []
    : demandsOf({ lines: priced.lines, warehouse_id: location.warehouse_id });
  const shortages = await findShortages(db, demands);
  if (shortages.length > 0) errors.push(shortageError(shortages));
  const points_field = pointsFieldOf(request.tender);
  if (points_field !== undefined && request.customer_id !== null) {
    const points = await findPoints(db, request.customer_id);
    if (settlement.points_redeemed > points)
      errors.push(tooFewPointsError(points_field, settlement.points_redeemed, points));
  }

  const paid = priced.total - paidByPoints(settlement.payments);
  return {
    ...priced,
    tax_by_rate: taxByRate(priced.tax_mode, priced.lines),
    change: settlement.change,
    rounding: settlement.rounding,
    cash_total: roundCash(larger(cashDue(priced.total, request.tender.payments ?? []), 0n), merchant.cash_rounding),
    points_earned: request.customer_id === null ? 0n : pointsFor(paid, merchant),
    problems: errors.flatMap(problemsOf),
  };
}

const problemsOf = ({ code, details }: AppError): Problem[] =>
  details.map(({ field, message }) => ({ field, code, message }));

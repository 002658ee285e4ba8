import { larger, type Minor } from '@tillhouse/core/money';
import { sumOf } from '@tillhouse/core/pricing';
import type { Act } from '../../core/approvals.ts';
import { type Detail, ValidationErrors } from '../../core/errors.ts';
import { type PaymentMethod, paymentMethods } from '../../core/payment-methods.ts';

export const registerStatuses = ['active', 'inactive'] as const;
export type RegisterStatus = (typeof registerStatuses)[number];

export const shiftStatuses = ['open', 'counting', 'closed'] as const;
export type ShiftStatus = (typeof shiftStatuses)[number];

export const movementTypes = ['paid_in', 'paid_out', 'no_sale'] as const;
export type MovementType = (typeof movementTypes)[number];

export const correctionKinds = ['late_sale', 'late_refund', 'late_movement', 'recount'] as const;
export type CorrectionKind = (typeof correctionKinds)[number];

/** An amount of a payment method. */
export interface MethodAmount {
  method: PaymentMethod;
  amount: Minor;
}

/** A coin or note, and how many of it. */
export interface Denomination {
  value: Minor;
  count: number;
}

/** A count of a drawer: the amounts, and how the cash was counted. */
export interface Count {
  counted: readonly MethodAmount[];
  denominations: readonly Denomination[] | null;
}

const positionOf = ({ method }: { method: PaymentMethod }) => paymentMethods.indexOf(method);

/** Rows of payment methods in the order of the list of methods. */
export const byMethod = <Row extends { method: PaymentMethod }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((one, other) => positionOf(one) - positionOf(other));

/** 0 for a method without an amount. */
export const amountOf = (amounts: readonly MethodAmount[], method: PaymentMethod): Minor =>
  amounts.find((row) => row.method === method)?.amount ?? 0n;

/** What was counted beyond what was expected. A method that was not counted has no variance. */
export const varianceOf = (expected: readonly MethodAmount[], counted: readonly MethodAmount[]): MethodAmount[] =>
  byMethod(counted.map(({ method, amount }) => ({ method, amount: amount - amountOf(expected, method) })));

/** The sum of what is missing or too much, method by method. */
export const totalVariance = (variance: readonly MethodAmount[]): Minor =>
  sumOf(variance.map((row) => larger(row.amount, -row.amount)));

/** A closing with this total variance. */
export const varianceAct = (amount: Minor): Act => ({
  action: 'shift_variance',
  amount,
  appliesWithoutLimit: amount > 0n,
});

/** The sums of two lists, method by method. */
export function addAmounts(amounts: readonly MethodAmount[], added: readonly MethodAmount[]): MethodAmount[] {
  const sums = new Map<PaymentMethod, Minor>();
  for (const { method, amount } of [...amounts, ...added]) sums.set(method, (sums.get(method) ?? 0n) + amount);
  return byMethod([...sums].map(([method, amount]) => ({ method, amount })));
}

/** The error of denominations that do not add up to a counted amount. */
export function denominationError(denominations: readonly Denomination[] | null, sum: Minor): Detail | undefined {
  if (denominations === null) return undefined;
  if (sumOf(denominations.map(({ value, count }) => value * BigInt(count))) === sum) return undefined;
  return { field: 'denominations', message: 'do not add up to the counted cash' };
}

/** @throws AppError VALIDATION_ERROR for a method that is given twice, or cash below 0 */
export function checkAmounts(counted: readonly MethodAmount[]): void {
  const errors = new ValidationErrors();
  addAmountErrors(counted, errors);
  errors.throwIfAny();
}

function addAmountErrors(counted: readonly MethodAmount[], errors: ValidationErrors): void {
  const methods = counted.map(({ method }) => method);
  for (const [index, { method, amount }] of counted.entries()) {
    if (methods.indexOf(method) < index) errors.add(`counted[${index}].method`, 'is given twice');
    // Refunds by card may exceed its sales, but a drawer holds no less than nothing.
    if (method === 'cash' && amount < 0n) errors.add(`counted[${index}].amount`, 'must be at least 0');
  }
}

/** @throws AppError VALIDATION_ERROR for a method that is given twice, a count without cash, cash below 0, or wrong denominations */
export function checkCount({ counted, denominations }: Count): void {
  const errors = new ValidationErrors();
  addAmountErrors(counted, errors);
  const cash = counted.find(({ method }) => method === 'cash');
  if (cash === undefined) errors.add('counted', 'must include cash');
  const error = cash === undefined ? undefined : denominationError(denominations, cash.amount);
  if (error !== undefined) errors.add(error.field, error.message);
  errors.throwIfAny();
}

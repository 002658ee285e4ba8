import { payCash, roundCash } from '@tillhouse/core/cash-rounding';
import { currencyDigits, type Minor, smaller } from '@tillhouse/core/money';
import type { Merchant } from '../../core/actor.ts';
import { invalidField, invalidState } from '../../core/errors.ts';
import { type PaymentMethod, paymentMethods } from '../../core/payment-methods.ts';

export { type PaymentMethod, paymentMethods };

/** A payment as requested. */
export interface PaymentInput {
  method: PaymentMethod;
  amount: Minor;
  reference: string | null;
}

/** A payment as recorded: `amount` is without change, and rounded if it is in cash. */
export interface Payment extends PaymentInput {
  /** The points that it costs; 0 for other methods. */
  points: bigint;
}

export interface Tender {
  /** One method for the whole total, … */
  payment_method?: PaymentMethod;
  /** … or several, each with its amount. */
  payments?: PaymentInput[];
  /** Cash received, before change. */
  amount_tendered?: Minor;
}

export interface Settlement {
  payments: Payment[];
  change: Minor;
  /** What rounding added to the cash part of the payments. */
  rounding: Minor;
  /** The method of the sale as a whole. */
  payment_method: PaymentMethod | 'split';
  points_redeemed: bigint;
}

/**
 * Checks how a total is paid: exactly, or with change out of cash.
 * @throws AppError VALIDATION_ERROR if the payments are too little, or exceed the total other than in cash;
 * INVALID_STATE for points that have no value
 */
export function settle(
  total: Minor,
  tender: Tender,
  merchant: Pick<Merchant, 'currency' | 'point_value_ppm' | 'cash_rounding'>,
): Settlement {
  const field = pointsFieldOf(tender);
  if (field !== undefined && merchant.point_value_ppm === 0n) throw pointsNotAccepted(field);
  const { payments: paid, ...settlement } = readPayments(total, tender, merchant.cash_rounding);
  const payments = paid.map((payment) => ({
    ...payment,
    points: payment.method === 'points' ? pointsNeeded(payment.amount, merchant) : 0n,
  }));
  return {
    ...settlement,
    payments,
    rounding: sumOfPayments(payments) - total,
    points_redeemed: payments.reduce((sum, { points }) => sum + points, 0n),
  };
}

/** The field of the request that pays with points. */
export function pointsFieldOf({ payment_method, payments }: Tender): string | undefined {
  const index = payments?.findIndex(({ method }) => method === 'points') ?? -1;
  if (index >= 0) return `payments[${index}].method`;
  return payment_method === 'points' ? 'payment_method' : undefined;
}

export const pointsNeedCustomer = 'is required to pay with points';

/**
 * The points that pay this amount, rounded up so that no point pays more than its value.
 * @param merchant must accept points: their value is not 0
 */
export function pointsNeeded(amount: Minor, merchant: Pick<Merchant, 'currency' | 'point_value_ppm'>): bigint {
  const value = merchant.point_value_ppm * 10n ** BigInt(currencyDigits(merchant.currency));
  return (amount * 1_000_000n + value - 1n) / value;
}

interface ReadPayments extends Pick<Settlement, 'change' | 'payment_method'> {
  payments: PaymentInput[];
}

/** The payments of a tender, without change, and with the cash due rounded. */
function readPayments(total: Minor, tender: Tender, unit: Minor | null): ReadPayments {
  const { payment_method, payments, amount_tendered } = tender;
  if (payments === undefined) {
    if (payment_method === undefined) throw invalidField('payment_method', tenderIsRequired);
    const isCash = payment_method === 'cash';
    const amount = isCash ? roundCash(total, unit) : total;
    const change = changeFrom(amount_tendered, isCash ? total : undefined, unit);
    return { payments: [{ method: payment_method, amount, reference: null }], change, payment_method };
  }
  if (payment_method !== undefined)
    throw invalidField('payments', 'takes the place of payment_method; send one of the two');
  const fault = paymentsFault(payments, total, unit);
  if (fault !== undefined) throw invalidField('payments', fault);
  const due = cashDue(total, payments);
  const cash = sumOfCash(payments);
  const hasCash = payments.some(({ method }) => method === 'cash');
  const paid = hasCash ? withCash(payments, roundCash(due, unit)) : [...payments];
  const change =
    amount_tendered === undefined
      ? (payCash(cash, due, unit)?.change ?? 0n)
      : changeFrom(amount_tendered, due > 0n ? due : undefined, unit);
  return { payments: paid, change, payment_method: methodOf(paid) };
}

/** What is to be paid in cash beside the other payments, before rounding. Negative if they exceed the total. */
export const cashDue = (total: Minor, payments: readonly PaymentAmount[]): Minor =>
  total - sumOfPayments(payments) + sumOfCash(payments);

/** Why these payments do not pay the total: exactly, or with change out of cash. */
export function paymentsFault(
  payments: readonly PaymentAmount[],
  total: Minor,
  unit: Minor | null,
): string | undefined {
  const due = cashDue(total, payments);
  if (due < 0n) return paidTooMuch;
  const hasCash = payments.some(({ method }) => method === 'cash');
  const isEnough = hasCash ? payCash(sumOfCash(payments), due, unit) !== undefined : due === 0n;
  if (isEnough) return undefined;
  return sumOfPayments(payments) < total ? paidTooLittle : cashTooLittle;
}

/** Error messages. */
export const paidTooLittle = 'do not add up to the total';
export const paidTooMuch = 'are more than the total, and not in cash';
export const tenderedIsForCash = 'is for cash';
export const cashTooLittle = 'do not reach the rounded amount that is to be paid in cash';
export const tenderedTooLittle = 'does not reach what is to be paid in cash';
export const tenderIsRequired = 'is required, or payments';

export const isEmptyTender = ({ payment_method, payments }: Tender): boolean =>
  payment_method === undefined && payments === undefined;

// Points have no value until the merchant sets one: accepting them would give goods away.
const pointsNotAccepted = (field: string) =>
  invalidState('Points cannot be spent at this merchant', [{ field, message: 'is not taken here' }]);

/** @param due what is to be paid in cash, before rounding; `undefined` if nothing is */
function changeFrom(amount_tendered: Minor | undefined, due: Minor | undefined, unit: Minor | null): Minor {
  if (amount_tendered === undefined) return 0n;
  if (due === undefined) throw invalidField('amount_tendered', tenderedIsForCash);
  const paid = payCash(amount_tendered, due, unit);
  if (paid === undefined) throw invalidField('amount_tendered', tenderedTooLittle);
  return paid.change;
}

/** The payments with this amount in cash. The last cash payment changes first. */
function withCash(payments: readonly PaymentInput[], amount: Minor): PaymentInput[] {
  let surplus = sumOfCash(payments) - amount;
  return payments
    .toReversed()
    .map((payment) => {
      const less = payment.method === 'cash' ? smaller(payment.amount, surplus) : 0n;
      surplus -= less;
      return { ...payment, amount: payment.amount - less };
    })
    .toReversed();
}

type PaymentAmount = Pick<PaymentInput, 'method' | 'amount'>;

const sumOfPayments = (payments: readonly PaymentAmount[]): Minor =>
  payments.reduce((sum, { amount }) => sum + amount, 0n);

const sumOfCash = (payments: readonly PaymentAmount[]): Minor =>
  payments.reduce((sum, { method, amount }) => (method === 'cash' ? sum + amount : sum), 0n);

function methodOf(payments: readonly PaymentInput[]): PaymentMethod | 'split' {
  const methods = new Set(payments.map(({ method }) => method));
  const [only] = methods;
  return methods.size === 1 && only !== undefined ? only : 'split';
}

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

/** A payment as recorded: `amount` is without change. */
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
  merchant: Pick<Merchant, 'currency' | 'point_value_ppm'>,
): Settlement {
  const field = pointsFieldOf(tender);
  if (field !== undefined && merchant.point_value_ppm === 0n) throw pointsNotAccepted(field);
  const { payments: paid, ...settlement } = readPayments(total, tender);
  const payments = paid.map((payment) => ({
    ...payment,
    points: payment.method === 'points' ? pointsNeeded(payment.amount, merchant) : 0n,
  }));
  return { ...settlement, payments, points_redeemed: payments.reduce((sum, { points }) => sum + points, 0n) };
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

/** The payments of a tender, without change. */
function readPayments(total: Minor, tender: Tender): ReadPayments {
  const { payment_method, payments, amount_tendered } = tender;
  if (payments === undefined) {
    if (payment_method === undefined) throw invalidField('payment_method', tenderIsRequired);
    const change = changeFrom(amount_tendered, total, payment_method === 'cash');
    return { payments: [{ method: payment_method, amount: total, reference: null }], change, payment_method };
  }
  if (payment_method !== undefined)
    throw invalidField('payments', 'takes the place of payment_method; send one of the two');
  const paid = subtractChange(total, payments);
  const cash = sumOfCash(paid);
  const change =
    amount_tendered === undefined ? sumOfCash(payments) - cash : changeFrom(amount_tendered, cash, cash > 0n);
  return { payments: paid, change, payment_method: methodOf(paid) };
}

/** Error messages. */
export const paidTooLittle = 'do not add up to the total';
export const paidTooMuch = 'are more than the total, and not in cash';
export const tenderedIsForCash = 'is for cash';
export const tenderedTooLittle = 'does not reach what is to be paid in cash';
export const tenderIsRequired = 'is required, or payments';

export const isEmptyTender = ({ payment_method, payments }: Tender): boolean =>
  payment_method === undefined && payments === undefined;

// Points have no value until the merchant sets one: accepting them would give goods away.
const pointsNotAccepted = (field: string) =>
  invalidState('Points cannot be spent at this merchant', [{ field, message: 'is not taken here' }]);

function changeFrom(amount_tendered: Minor | undefined, due: Minor, isCash: boolean): Minor {
  if (amount_tendered === undefined) return 0n;
  if (!isCash) throw invalidField('amount_tendered', tenderedIsForCash);
  if (amount_tendered < due) throw invalidField('amount_tendered', tenderedTooLittle);
  return amount_tendered - due;
}

/** The payments less the change, which is taken from the last cash payment first. */
function subtractChange(total: Minor, payments: readonly PaymentInput[]): PaymentInput[] {
  const paid = payments.reduce((sum, { amount }) => sum + amount, 0n);
  if (paid < total) throw invalidField('payments', paidTooLittle);
  let change = paid - total;
  if (change > sumOfCash(payments)) throw invalidField('payments', paidTooMuch);
  const withoutChange: PaymentInput[] = [];
  for (const payment of payments.toReversed()) {
    const returned = payment.method === 'cash' ? smaller(payment.amount, change) : 0n;
    change -= returned;
    withoutChange.unshift({ ...payment, amount: payment.amount - returned });
  }
  return withoutChange;
}

const sumOfCash = (payments: readonly PaymentInput[]): Minor =>
  payments.reduce((sum, { method, amount }) => (method === 'cash' ? sum + amount : sum), 0n);

function methodOf(payments: readonly PaymentInput[]): PaymentMethod | 'split' {
  const methods = new Set(payments.map(({ method }) => method));
  const [only] = methods;
  return methods.size === 1 && only !== undefined ? only : 'split';
}

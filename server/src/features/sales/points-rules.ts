import type { Minor } from '@tillhouse/core/money';
import { type AppError, invalidField, invalidState } from '../../core/errors.ts';
import type { Payment, PaymentMethod } from './tender-rules.ts';

/**
 * The part of a sale that was paid by points. It earns no points and does not count to the customer's lifetime value.
 */
export const paidByPoints = (payments: readonly Payment[]): Minor =>
  payments.reduce((sum, { method, amount }) => (method === 'points' ? sum + amount : sum), 0n);

/** The customer has fewer points than the sale needs. */
export const tooFewPointsError = (field: string, needed: bigint, available: bigint): AppError =>
  invalidState('The customer has too few points', [
    { field, message: `needs ${needed} points, ${available} are there` },
  ]);

interface PaidSale {
  total: Minor;
  refunded_amount: Minor;
  points_redeemed: bigint;
  payments: readonly Payment[];
}

export interface PointsReturn {
  /** The part of the refund's amount that is returned as points. */
  points_amount: Minor;
  points_returned: bigint;
  /** The paid money that is still not refunded after this refund. */
  money_left: Minor;
}

/**
 * The points that a refund returns: the share of points in all refunds up to this one, rounded down, less what earlier
 * refunds returned. So the last refund returns exactly the rest, in any order of refunds.
 */
export function pointsToReturn(sale: PaidSale, amount: Minor): PointsReturn {
  const { total, refunded_amount: before } = sale;
  const shareAt = (whole: bigint, refunded: Minor) => (total === 0n ? 0n : (whole * refunded) / total);
  const by_points = paidByPoints(sale.payments);
  const after = before + amount;
  return {
    points_amount: shareAt(by_points, after) - shareAt(by_points, before),
    points_returned: shareAt(sale.points_redeemed, after) - shareAt(sale.points_redeemed, before),
    money_left: total - by_points - (after - shareAt(by_points, after)),
  };
}

/**
 * The method of the refunded money: the requested one, or the one that paid most. Points are returned as points, and
 * money as money, whatever is requested.
 * @throws AppError VALIDATION_ERROR
 */
export function chooseRefundMethod(
  { payments, total }: Pick<PaidSale, 'payments' | 'total'>,
  requested: PaymentMethod | null,
): PaymentMethod {
  const money = new Map<PaymentMethod, Minor>();
  for (const { method, amount } of payments) {
    if (method !== 'points' && amount > 0n) money.set(method, (money.get(method) ?? 0n) + amount);
  }
  const by_points = payments.some(({ method }) => method === 'points');
  // Cash that was rounded to 0 is money too.
  if (by_points && money.size === 0 && paidByPoints(payments) >= total) {
    if (requested !== null && requested !== 'points')
      throw invalidField(
        'payment_method',
        'must be points: all of this transaction was paid by points, which come back as points',
      );
    return 'points';
  }
  if (requested === 'points') {
    const why = by_points
      ? 'only what was paid by points comes back as points, by itself'
      : 'nothing of this transaction was paid by points';
    throw invalidField('payment_method', `cannot be points: ${why}`);
  }
  let most: { method: PaymentMethod; amount: Minor } | undefined;
  for (const [method, amount] of money) if (most === undefined || amount > most.amount) most = { method, amount };
  return requested ?? most?.method ?? payments.find(({ method }) => method !== 'points')?.method ?? 'cash';
}

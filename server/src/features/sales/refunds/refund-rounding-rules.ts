import { roundCash } from '@tillhouse/core/cash-rounding';
import { larger, type Minor, smaller } from '@tillhouse/core/money';
import type { PaymentMethod } from '../tender-rules.ts';

interface RefundToRound {
  /** The refunded money, without points. */
  money: Minor;
  /** The money that is not refunded after this refund; 0 after the last. */
  money_left: Minor;
  method: PaymentMethod;
  sale_rounding: Minor;
  /** The sum of the earlier refunds' roundings. */
  rounding_before: Minor;
  /** Whether nothing is left to refund afterwards. */
  is_last: boolean;
  /** The smallest cash amount. */
  unit: Minor | null;
}

/**
 * What cash rounding adds to the money that a refund pays out. In cash, the sum of all refunds is rounded, not each, so
 * that parts do not add up to more or less than the whole. No refund before the last pays out more than is left of what
 * was paid. The last one pays out all of that: exactly, or in cash rounded, which after refunds by other methods can be
 * up to half of the smallest cash amount more or less.
 */
export function roundingOfRefund(refund: RefundToRound): Minor {
  const { money, money_left, method, sale_rounding, rounding_before, is_last, unit } = refund;
  const unpaid = larger(money + money_left + sale_rounding - rounding_before, 0n);
  if (method !== 'cash') return (is_last ? unpaid : smaller(money, unpaid)) - money;
  if (is_last) return roundCash(unpaid, unit) - money;
  const paid = roundCash(larger(money - rounding_before, 0n), unit);
  return smaller(paid, unpaid - (unpaid % (unit ?? 1n))) - money;
}

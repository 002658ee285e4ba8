import { roundCash } from '@tillhouse/core/cash-rounding';
import { larger, type Minor } from '@tillhouse/core/money';
import type { PaymentMethod } from '../tender-rules.ts';

interface RefundToRound {
  /** The refunded money, without points. */
  money: Minor;
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
 * that parts do not add up to more or less than the whole. The last refund pays out the rest of what was paid.
 */
export function roundingOfRefund(refund: RefundToRound): Minor {
  const { money, method, sale_rounding, rounding_before, is_last, unit } = refund;
  const isCash = method === 'cash';
  if (!isCash && !is_last) return 0n;
  const owed = larger(money - rounding_before + (is_last ? sale_rounding : 0n), 0n);
  return (isCash ? roundCash(owed, unit) : owed) - money;
}

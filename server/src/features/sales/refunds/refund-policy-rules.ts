import { divideHalfUp, larger, type Minor, toMajor } from '@tillhouse/core/money';
import { sumOf } from '@tillhouse/core/pricing';
import type { Actor, Merchant } from '../../../core/actor.ts';
import type { Act } from '../../../core/approvals.ts';
import { forbidden } from '../../../core/errors.ts';
import type { Payment, PaymentMethod } from '../tender-rules.ts';
import type { RefundableSale, RefundPlan } from './refund-rules.ts';

/** Methods that the shop itself owes: a refund in money would pay them out. */
const shopCredits: readonly PaymentMethod[] = ['voucher', 'store_credit'];
const isMoney = (method: PaymentMethod) => method !== 'points' && !shopCredits.includes(method);

const paidBy = (payments: readonly Payment[], counts: (method: PaymentMethod) => boolean): Minor =>
  sumOf(payments.map(({ method, amount }) => (counts(method) ? amount : 0n)));

interface RefundToCheck {
  sale: RefundableSale & { rounding: Minor; payments: readonly Payment[] };
  plan: RefundPlan;
  method: PaymentMethod;
  /** The part of the amount that is refunded by the chosen method; the rest is returned as points. */
  by_method: Minor;
  /** What earlier refunds paid out as money, not as voucher, store credit or points. */
  money_before: Minor;
}

/**
 * The refund as an act that may need an approval. Its amount is all that is refunded of the transaction, or what was
 * paid for all returned goods, if that is more. Otherwise goods of any value could be returned for a small amount.
 */
export function refundAct(
  { cashier_refund_limit: limit, currency }: Pick<Merchant, 'cashier_refund_limit' | 'currency'>,
  { sale, plan }: Pick<RefundToCheck, 'sale' | 'plan'>,
): Act {
  const goods = valueOfReturnedGoods(sale, plan);
  const amount = larger(goods, plan.refunded_amount);
  return {
    action: 'refund',
    amount,
    isAboveShare: (ppm) => amount * million > sale.total * BigInt(ppm),
    refusal: (role) => {
      if (role !== 'cashier' || limit === null || amount <= limit) return undefined;
      const message = `A cashier may refund up to ${toMajor(limit, currency)} of a transaction`;
      const details = { field: 'items', message: 'are worth more than the limit, together with those returned before' };
      return forbidden(message, plan.refunded_amount > limit ? [] : [details]);
    },
  };
}

const million = 1_000_000n;

/** Checks by which method a cashier may refund. @throws AppError FORBIDDEN */
export function checkRefundMethod({ role, merchant }: Pick<Actor, 'role' | 'merchant'>, refund: RefundToCheck): void {
  if (role === 'cashier' && merchant.refund_to_original_method) checkMethod(refund, merchant.currency);
}

function checkMethod({ sale, method, by_method, money_before }: RefundToCheck, currency: string): void {
  if (by_method === 0n || !isMoney(method)) return;
  const methodError = (message: string) =>
    forbidden('A cashier refunds by the method that was paid with', [{ field: 'payment_method', message }]);
  // Cash that was rounded to nothing is a payment too.
  const isRounded = method === 'cash' && sale.rounding < 0n;
  if (!sale.payments.some((payment) => payment.method === method && (payment.amount > 0n || isRounded)))
    throw methodError('is not a method that this transaction was paid with');
  if (paidBy(sale.payments, (paid) => shopCredits.includes(paid)) === 0n) return;
  const refundable = paidBy(sale.payments, isMoney) - sale.rounding - money_before;
  if (by_method > refundable)
    throw methodError(
      `can give back ${toMajor(refundable < 0n ? 0n : refundable, currency)}; the rest was paid by voucher or store credit`,
    );
}

/** What was paid for all units that are returned after this refund. */
function valueOfReturnedGoods(sale: RefundableSale, plan: RefundPlan): Minor {
  const now = new Map(plan.lines.map(({ line, quantity }) => [line.line_no, quantity]));
  return sumOf(
    sale.lines.map((line) => {
      const units = line.refunded_quantity + (now.get(line.line_no) ?? 0);
      return divideHalfUp(line.total * BigInt(units), BigInt(line.quantity));
    }),
  );
}

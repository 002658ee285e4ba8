import { divideHalfUp, type Minor, toMajor } from '@tillhouse/core/money';
import { sumOf } from '@tillhouse/core/pricing';
import type { Actor } from '../../../core/actor.ts';
import { forbidden } from '../../../core/errors.ts';
import type { Payment, PaymentMethod } from '../tender-rules.ts';
import type { RefundableSale, RefundPlan } from './refund-rules.ts';

/** Methods that the shop itself owes: a refund in money would pay them out. */
const shopCredits: readonly PaymentMethod[] = ['voucher', 'store_credit'];
const isMoney = (method: PaymentMethod) => method !== 'points' && !shopCredits.includes(method);

const paidBy = (payments: readonly Payment[], counts: (method: PaymentMethod) => boolean): Minor =>
  sumOf(payments.map(({ method, amount }) => (counts(method) ? amount : 0n)));

interface RefundToCheck {
  sale: RefundableSale & { payments: readonly Payment[] };
  plan: RefundPlan;
  method: PaymentMethod;
  /** The part of the amount that is refunded by the chosen method; the rest is returned as points. */
  by_method: Minor;
  /** What earlier refunds paid out as money, not as voucher, store credit or points. */
  money_before: Minor;
}

/**
 * Checks what a cashier may refund. The limit also counts returned goods at the price that was paid for them.
 * Otherwise a cashier could return goods of any value for a small amount.
 * @throws AppError FORBIDDEN
 */
export function checkRefundPolicy({ role, merchant }: Pick<Actor, 'role' | 'merchant'>, refund: RefundToCheck): void {
  if (role !== 'cashier') return;
  const { sale, plan } = refund;
  const limit = merchant.cashier_refund_limit;
  if (limit !== null) {
    const message = `A cashier may refund up to ${toMajor(limit, merchant.currency)} of a transaction`;
    if (plan.refunded_amount > limit) throw forbidden(message);
    if (valueOfReturnedGoods(sale, plan) > limit)
      throw forbidden(message, [
        { field: 'items', message: 'are worth more than the limit, together with those returned before' },
      ]);
  }
  if (merchant.refund_to_original_method) checkMethod(refund, merchant.currency);
}

function checkMethod({ sale, method, by_method, money_before }: RefundToCheck, currency: string): void {
  if (by_method === 0n || !isMoney(method)) return;
  const methodError = (message: string) =>
    forbidden('A cashier refunds by the method that was paid with', [{ field: 'payment_method', message }]);
  if (!sale.payments.some((payment) => payment.method === method && payment.amount > 0n))
    throw methodError('is not a method that this transaction was paid with');
  if (paidBy(sale.payments, (paid) => shopCredits.includes(paid)) === 0n) return;
  const refundable = paidBy(sale.payments, isMoney) - money_before;
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

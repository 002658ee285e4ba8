import type { Minor } from '../../kernel/money.ts';
import { invalidField, invalidState } from '../../kernel/refusal.ts';

export const paymentMethods = [
  'cash',
  'card',
  'credit_card',
  'debit_card',
  'bank_transfer',
  'e_wallet',
  'qris',
  'voucher',
  'store_credit',
  'points',
  'other',
] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

export interface Payment {
  method: PaymentMethod;
  /** What stays in the till or account. */
  amount: Minor;
  reference: string | null;
}

export interface Tender {
  /** One method for the whole total, … */
  payment_method?: PaymentMethod;
  /** … or several, each with its amount. */
  payments?: Payment[];
  /** Cash handed over. */
  amount_tendered?: Minor;
}

export interface Settlement {
  payments: Payment[];
  change: Minor;
  /** What the sale as a whole is called paid by. */
  payment_method: PaymentMethod | 'split';
}

/**
 * How a total is paid: exactly, or with change given back out of cash.
 * @throws Refusal VALIDATION_ERROR when it is not paid in full, or too much otherwise than in cash
 */
export function settle(total: Minor, tender: Tender): Settlement {
  const { payment_method, payments, amount_tendered } = tender;
  if (payment_method === 'points') throw pointsNotTaken('payment_method');
  const points = payments?.findIndex(({ method }) => method === 'points') ?? -1;
  if (points >= 0) throw pointsNotTaken(`payments[${points}].method`);
  if (payments === undefined) {
    if (payment_method === undefined) throw invalidField('payment_method', tenderIsRequired);
    const change = changeFrom(amount_tendered, total, payment_method === 'cash');
    return { payments: [{ method: payment_method, amount: total, reference: null }], change, payment_method };
  }
  if (payment_method !== undefined) throw invalidField('payments', 'takes the place of payment_method; send one of the two');
  const kept = keepWithoutChange(total, payments);
  const cash = sumOfCash(kept);
  const change = amount_tendered === undefined ? sumOfCash(payments) - cash : changeFrom(amount_tendered, cash, cash > 0n);
  return { payments: kept, change, payment_method: methodOf(kept) };
}

export const tenderIsRequired = 'is required, or payments';

export const isEmptyTender = ({ payment_method, payments }: Tender): boolean => payment_method === undefined && payments === undefined;

// A point has no worth in money yet: until a merchant can set one, to take points would be to give goods away.
const pointsNotTaken = (field: string) =>
  invalidState('Points cannot be spent at this merchant', [{ field, message: 'is not taken here' }]);

function changeFrom(amount_tendered: Minor | undefined, due: Minor, isCash: boolean): Minor {
  if (amount_tendered === undefined) return 0n;
  if (!isCash) throw invalidField('amount_tendered', 'is for cash');
  if (amount_tendered < due) throw invalidField('amount_tendered', 'does not reach what is to be paid in cash');
  return amount_tendered - due;
}

/** The payments less the change, which is given back out of the last cash first. */
function keepWithoutChange(total: Minor, payments: readonly Payment[]): Payment[] {
  const paid = payments.reduce((sum, { amount }) => sum + amount, 0n);
  if (paid < total) throw invalidField('payments', 'do not add up to the total');
  let change = paid - total;
  if (change > sumOfCash(payments)) throw invalidField('payments', 'are more than the total, and not in cash');
  const kept: Payment[] = [];
  for (const payment of payments.toReversed()) {
    const back = payment.method === 'cash' ? (payment.amount < change ? payment.amount : change) : 0n;
    change -= back;
    kept.unshift({ ...payment, amount: payment.amount - back });
  }
  return kept;
}

const sumOfCash = (payments: readonly Payment[]): Minor =>
  payments.reduce((sum, { method, amount }) => (method === 'cash' ? sum + amount : sum), 0n);

function methodOf(payments: readonly Payment[]): PaymentMethod | 'split' {
  const methods = new Set(payments.map(({ method }) => method));
  const [only] = methods;
  return methods.size === 1 && only !== undefined ? only : 'split';
}

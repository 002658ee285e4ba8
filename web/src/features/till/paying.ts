import { payCash } from '@tillhouse/core/cash-rounding';
import { toMajor } from '@tillhouse/core/money';
import { minorOf } from '../../lib/amounts.ts';
import { addUp, inCash, type Money, unitOf } from '../sales/cash-rules.ts';
import type { Method } from '../sales/methods.ts';

/** A payment of part of the total. The amount is in the major unit. */
export interface Part {
  method: Method;
  amount: number;
}

/** How the customer pays: the parts, and the method for the rest. */
export interface Paying {
  parts: readonly Part[];
  method: Method;
  /** Cash received for the rest; `undefined` for the exact amount. */
  received: number | undefined;
}

export const payingBy = (method: Method): Paying => ({ parts: [], method, received: undefined });

/** Amount still due after the parts. */
export function restOf(total: number, { parts }: Paying, currency: string): number {
  const paid = parts.reduce((sum, part) => sum + minorOf(part.amount, currency), 0n);
  return toMajor(minorOf(total, currency) - paid, currency);
}

/** The sum of the parts in cash. */
export const cashPartsOf = ({ parts }: Paying, currency: string): number =>
  addUp(currency, ...parts.flatMap(({ method, amount }) => (method === 'cash' ? amount : [])));

/** What rounding adds to the cash of the payment: to its parts in cash, and to the rest if cash pays it. */
export function roundingOf(total: number, paying: Paying, money: Money): number {
  const { currency } = money;
  const rest = paying.method === 'cash' ? restOf(total, paying, currency) : 0;
  const cash = addUp(currency, cashPartsOf(paying, currency), rest);
  return addUp(currency, inCash(cash, money), -cash);
}

/** The change; negative if cash is missing. `undefined` if no cash amount was entered. */
export function changeOf(total: number, paying: Paying, money: Money): number | undefined {
  if (paying.method !== 'cash' || paying.received === undefined) return undefined;
  const { currency } = money;
  const rest = restOf(total, paying, currency);
  // Several parts in cash are rounded as one amount.
  const parts = minorOf(cashPartsOf(paying, currency), currency);
  const [received, due] = [minorOf(paying.received, currency) + parts, minorOf(rest, currency) + parts];
  const paid = payCash(received, due, rest < 0 ? null : unitOf(money));
  return toMajor(paid?.change ?? received - due - minorOf(roundingOf(total, paying, money), currency), currency);
}

/** Whether the payment covers the total: no cash is missing, and the parts are not more than the total. */
export function isPaid(total: number, paying: Paying, money: Money): boolean {
  const change = changeOf(total, paying, money);
  return (change === undefined || change >= 0) && restOf(total, paying, money.currency) >= 0;
}

/** Whether the amount can be paid as a part, so that another method pays the rest. */
export const isPart = (amount: number | undefined, rest: number): amount is number =>
  amount !== undefined && amount > 0 && amount < rest;

/** Pays a part with the chosen method. */
export const withPart = (paying: Paying, amount: number): Paying => ({
  ...paying,
  parts: [...paying.parts, { method: paying.method, amount }],
  received: undefined,
});

export const withoutPart = (paying: Paying, at: number): Paying => ({
  ...paying,
  parts: paying.parts.toSpliced(at, 1),
});

/** The payment in the format of the service. */
export function tenderOf(total: number, paying: Paying, currency: string) {
  const { parts, method, received } = paying;
  const isCash = method === 'cash' && received !== undefined;
  if (parts.length === 0) return { payment_method: method, ...(isCash ? { amount_tendered: received } : {}) };
  const rest = restOf(total, paying, currency);
  const last = rest > 0 ? [{ method, amount: isCash ? received : rest }] : [];
  return { payments: [...parts, ...last] };
}

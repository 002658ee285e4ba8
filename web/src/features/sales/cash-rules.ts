import { roundCash } from '@tillhouse/core/cash-rounding';
import { toMajor, toMinor } from '@tillhouse/core/money';
import { minorOf } from '../../lib/amounts.ts';

/** What the shop takes: its currency, and the smallest cash amount; `null` if it does not round cash. */
export interface Money {
  currency: string;
  cash_rounding: number | null;
}

/** The smallest cash amount, in minor units. */
export const unitOf = ({ currency, cash_rounding }: Money): bigint | null =>
  cash_rounding === null ? null : (toMinor(cash_rounding, currency) ?? null);

/** The sum of amounts. Added in minor units, so that 0.3 − 0.1 − 0.2 is 0. */
export const addUp = (currency: string, ...amounts: readonly number[]): number =>
  toMajor(
    amounts.reduce((sum, amount) => sum + minorOf(amount, currency), 0n),
    currency,
  );

/** An amount as it is paid in cash: rounded to the smallest cash amount. */
export const inCash = (rest: number, money: Money): number =>
  rest <= 0 ? rest : toMajor(roundCash(minorOf(rest, money.currency), unitOf(money)), money.currency);

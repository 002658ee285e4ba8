import { currencyDigits, largestAmount, type Minor, readDecimal, toMajor, toMinor } from '@tillhouse/core/money';
import { amountFormat, hasUsualDigits, moneyFormat } from './money-format.ts';
import { decimalOf, formatDecimal, type NumeralError, readNumeral } from './numerals.ts';

/** Amounts of money as users type them and as the pages show them, in the page's language and the shop's currency. */
export interface AmountRules {
  /** BCP 47 language tag. */
  tag: string;
  currency: string;
  /** Maximum in minor units; by default the largest amount that the service stores. */
  max?: Minor;
  /** Whether it may be below 0. */
  isSigned?: boolean;
}

/** An amount in minor units; 0 for a number that is no amount of the currency. */
export const minorOf = (amount: number, currency: string): Minor => toMinor(amount, currency) ?? 0n;

export type AmountError = NumeralError | 'tooLarge';

export type Amount =
  | { kind: 'empty' }
  | { kind: 'amount'; minor: Minor; value: number }
  /** `meanings`: the amounts that an ambiguous text can mean, to offer them. */
  | { kind: 'rejected'; reason: AmountError; meanings?: readonly Minor[] };

/** Largest price and limit that the service accepts, in major units. */
const largestPrice = 9_999_999_999.99;

export const largestPriceIn = (currency: string): Minor =>
  readDecimal(largestPrice, Math.max(2, currencyDigits(currency))) ?? largestAmount;

const currencyNames = new Map<string, string[]>();

/** Names and signs of a currency that may stand beside an amount. */
function namesOf(tag: string, currency: string): string[] {
  const key = `${tag} ${currency}`;
  const found = currencyNames.get(key);
  if (found !== undefined) return found;
  const names = [tag, 'en'].flatMap((language) =>
    (['symbol', 'narrowSymbol', 'code'] as const).map(
      (currencyDisplay) =>
        new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay })
          .formatToParts(1)
          .find(({ type }) => type === 'currency')?.value ?? currency,
    ),
  );
  currencyNames.set(key, names);
  return names;
}

/** @returns the amount, or the reason why the text is rejected. A text that can mean two amounts is rejected. */
export function readAmount(
  text: string,
  { tag, currency, max = largestAmount, isSigned = false }: AmountRules,
): Amount {
  const digits = currencyDigits(currency);
  const read = readNumeral(text, {
    tag,
    digits,
    units: namesOf(tag, currency),
    ...(hasUsualDigits(tag, currency) ? { usualDigits: digits } : {}),
  });
  if (read.kind !== 'number') return read;
  if (read.units < 0n && !isSigned) return { kind: 'rejected', reason: 'negative' };
  if (read.units > max || read.units < -max) return { kind: 'rejected', reason: 'tooLarge' };
  return { kind: 'amount', minor: read.units, value: toMajor(read.units, currency) };
}

/** Formats an amount with the currency sign: `Rp 12.500`. */
export const formatMoney = (minor: Minor, tag: string, currency: string): string =>
  formatDecimal(moneyFormat(tag, currency), decimalOf(minor, currencyDigits(currency)));

/** Formats an amount for a field, without the currency: `12.500`. */
export const formatAmount = (minor: Minor, tag: string, currency: string): string =>
  formatDecimal(amountFormat(tag, currency), decimalOf(minor, currencyDigits(currency)));

/** The currency sign of a field, and its side. */
export function currencySign(tag: string, currency: string): { sign: string; isBefore: boolean } {
  const parts = new Intl.NumberFormat(tag, { style: 'currency', currency }).formatToParts(1);
  const first = parts.find(({ type }) => type === 'currency' || type === 'integer');
  const sign = parts.find(({ type }) => type === 'currency')?.value ?? currency;
  return { sign, isBefore: first?.type === 'currency' };
}

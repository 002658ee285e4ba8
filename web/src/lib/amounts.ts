import { currencyDigits, largestAmount, type Minor, readDecimal, toMajor } from '@tillhouse/core/money';
import { amountFormat, hasUsualDigits, moneyFormat } from './money-format.ts';
import { decimalOf, formatDecimal, type NumeralFault, readNumeral } from './numerals.ts';

/** Amounts of money as people type them, and as the pages show them: by the page's language and the shop's currency. */
export interface AmountRules {
  /** BCP 47. */
  tag: string;
  currency: string;
  /** In minor units; what can be kept where nothing is said. */
  max?: Minor;
}

export type AmountFault = NumeralFault | 'tooLarge';

export type Amount =
  | { kind: 'empty' }
  | { kind: 'amount'; minor: Minor; value: number }
  /** `meanings`: what an ambiguous text could mean, to offer it. */
  | { kind: 'refused'; why: AmountFault; meanings?: readonly Minor[] };

/** Prices and limits that the service takes, in major units. */
const largestPrice = 9_999_999_999.99;

export const largestPriceIn = (currency: string): Minor =>
  readDecimal(largestPrice, Math.max(2, currencyDigits(currency))) ?? largestAmount;

const known = new Map<string, string[]>();

/** What a currency is called around an amount. */
function namesOf(tag: string, currency: string): string[] {
  const key = `${tag} ${currency}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const names = [tag, 'en'].flatMap((language) =>
    (['symbol', 'narrowSymbol', 'code'] as const).map(
      (currencyDisplay) =>
        new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay })
          .formatToParts(1)
          .find(({ type }) => type === 'currency')?.value ?? currency,
    ),
  );
  known.set(key, names);
  return names;
}

/** @returns the amount, or why the text is none; what could mean two amounts is refused */
export function readAmount(text: string, { tag, currency, max = largestAmount }: AmountRules): Amount {
  const digits = currencyDigits(currency);
  const read = readNumeral(text, {
    tag,
    digits,
    units: namesOf(tag, currency),
    ...(hasUsualDigits(tag, currency) ? { usualDigits: digits } : {}),
  });
  if (read.kind === 'empty') return read;
  if (read.kind === 'refused')
    return read.meanings === undefined ? { kind: 'refused', why: read.why } : { kind: 'refused', why: read.why, meanings: read.meanings };
  if (read.units < 0n) return { kind: 'refused', why: 'negative' };
  if (read.units > max) return { kind: 'refused', why: 'tooLarge' };
  return { kind: 'amount', minor: read.units, value: toMajor(read.units, currency) };
}

/** With the currency's sign: `Rp 12.500`. */
export const formatMoney = (minor: Minor, tag: string, currency: string): string =>
  formatDecimal(moneyFormat(tag, currency), decimalOf(minor, currencyDigits(currency)));

/** As a field shows it, without the currency: `12.500`. */
export const formatAmount = (minor: Minor, tag: string, currency: string): string =>
  formatDecimal(amountFormat(tag, currency), decimalOf(minor, currencyDigits(currency)));

/** The sign that stands in a field, and on which side of the amount. */
export function currencySign(tag: string, currency: string): { sign: string; isBefore: boolean } {
  const parts = new Intl.NumberFormat(tag, { style: 'currency', currency }).formatToParts(1);
  const at = parts.findIndex(({ type }) => type === 'currency');
  return { sign: parts[at]?.value ?? currency, isBefore: at < parts.findIndex(({ type }) => type === 'integer') };
}

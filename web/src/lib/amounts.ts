import { currencyDigits, largestAmount, type Minor, readDecimal, toMajor } from '@tillhouse/core/money';
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

interface CurrencyWords {
  /** Decimals that people write: none for rupiah, although the service keeps two. */
  usualDigits: number;
  names: string[];
}
const known = new Map<string, CurrencyWords>();

function wordsOf(tag: string, currency: string): CurrencyWords {
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
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat(tag, { style: 'currency', currency }).resolvedOptions();
  const words = { usualDigits: maximumFractionDigits, names: [...new Set(names)] };
  known.set(key, words);
  return words;
}

/** @returns the amount, or why the text is none; what could mean two amounts is refused */
export function readAmount(text: string, { tag, currency, max = largestAmount }: AmountRules): Amount {
  const { usualDigits, names } = wordsOf(tag, currency);
  const digits = currencyDigits(currency);
  const read = readNumeral(text, { tag, digits, units: names, ...(usualDigits === digits ? { usualDigits } : {}) });
  if (read.kind === 'empty') return read;
  if (read.kind === 'refused')
    return read.meanings === undefined ? { kind: 'refused', why: read.why } : { kind: 'refused', why: read.why, meanings: read.meanings };
  if (read.units < 0n) return { kind: 'refused', why: 'negative' };
  if (read.units > max) return { kind: 'refused', why: 'tooLarge' };
  return { kind: 'amount', minor: read.units, value: toMajor(read.units, currency) };
}

const formats = new Map<string, Intl.NumberFormat>();

/** Some languages leave out the smallest units of some currencies: here not where an amount has any. */
function formatOf(tag: string, currency: string, style: 'currency' | 'decimal'): Intl.NumberFormat {
  const key = `${tag} ${currency} ${style}`;
  const found = formats.get(key);
  if (found !== undefined) return found;
  const digits = currencyDigits(currency);
  const isUsual = wordsOf(tag, currency).usualDigits === digits;
  const format = new Intl.NumberFormat(tag, {
    ...(style === 'currency' ? { style, currency } : {}),
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    ...(isUsual ? {} : { trailingZeroDisplay: 'stripIfInteger' }),
  });
  formats.set(key, format);
  return format;
}

export const moneyFormat = (tag: string, currency: string): Intl.NumberFormat => formatOf(tag, currency, 'currency');

/** With the currency's sign: `Rp 12.500`. */
export const formatMoney = (minor: Minor, tag: string, currency: string): string =>
  formatDecimal(moneyFormat(tag, currency), decimalOf(minor, currencyDigits(currency)));

/** As a field shows it, without the currency: `12.500`. */
export const formatAmount = (minor: Minor, tag: string, currency: string): string =>
  formatDecimal(formatOf(tag, currency, 'decimal'), decimalOf(minor, currencyDigits(currency)));

/** The sign that stands in a field, and on which side of the amount. */
export function currencySign(tag: string, currency: string): { sign: string; isBefore: boolean } {
  const parts = new Intl.NumberFormat(tag, { style: 'currency', currency }).formatToParts(1);
  const at = parts.findIndex(({ type }) => type === 'currency');
  return { sign: parts[at]?.value ?? currency, isBefore: at < parts.findIndex(({ type }) => type === 'integer') };
}

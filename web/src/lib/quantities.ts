import { decimalOf, formatDecimal, type NumeralError, readNumeral } from './numerals.ts';

/** Numbers that are not money, as users type them: quantities, percentages, rates. */
export interface NumberRules {
  /** BCP 47 language tag. */
  tag: string;
  min?: number;
  max?: number;
}

export type NumberError = NumeralError | 'tooLarge' | 'tooSmall';

export type TypedNumber =
  | { kind: 'empty' }
  | { kind: 'number'; value: number }
  /** `meanings`: the numbers that an ambiguous text can mean, to offer them. */
  | { kind: 'rejected'; reason: NumberError; meanings?: readonly number[] };

interface DecimalRules extends NumberRules {
  digits: number;
  units?: readonly string[];
}

/** @returns the number, or the reason why the text is rejected. A text that can mean two numbers is rejected. */
export function readDecimalNumber(
  text: string,
  { tag, digits, units = [], min = 0, max = 1_000_000_000 }: DecimalRules,
): TypedNumber {
  const read = readNumeral(text, { tag, digits, units });
  if (read.kind === 'empty') return read;
  const inUnits = (one: bigint) => Number(one) / 10 ** digits;
  if (read.kind === 'rejected') {
    const { reason } = read;
    // Offer only numbers that the field accepts.
    const meanings = read.meanings?.map(inUnits).filter((value) => value >= min && value <= max);
    return meanings === undefined ? { kind: 'rejected', reason } : { kind: 'rejected', reason, meanings };
  }
  const value = inUnits(read.units);
  if (value < 0 && min >= 0) return { kind: 'rejected', reason: 'negative' };
  if (value < min) return { kind: 'rejected', reason: 'tooSmall' };
  return value > max ? { kind: 'rejected', reason: 'tooLarge' } : { kind: 'number', value };
}

/** A whole number. Rejects `7.5`, and `12.500` in a language with another group separator. */
export const readQuantity = (text: string, rules: NumberRules): TypedNumber =>
  readDecimalNumber(text, { ...rules, digits: 0 });

/** Decimals that the service stores for a percentage. */
export const percentDigits = 4;

/** A percentage: `12.5`, `12,5 %`. */
export const readPercent = (text: string, rules: NumberRules): TypedNumber =>
  readDecimalNumber(text, { max: 100, ...rules, digits: percentDigits, units: ['%', '٪', '﹪'] });

/** Formats a number for a field, without trailing zeros. */
export function formatNumber(value: number, tag: string, digits = 0): string {
  const units = BigInt(Math.round(value * 10 ** digits));
  return formatDecimal(new Intl.NumberFormat(tag, { maximumFractionDigits: digits }), decimalOf(units, digits));
}

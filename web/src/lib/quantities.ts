import { decimalOf, formatDecimal, type NumeralFault, readNumeral } from './numerals.ts';

/** Numbers that are no money, as people type them: pieces, percentages, rates. */
export interface NumberRules {
  /** BCP 47. */
  tag: string;
  min?: number;
  max?: number;
}

export type NumberFault = NumeralFault | 'tooLarge' | 'tooSmall';

export type TypedNumber =
  | { kind: 'empty' }
  | { kind: 'number'; value: number }
  /** `meanings`: what an ambiguous text could mean, to offer it. */
  | { kind: 'refused'; why: NumberFault; meanings?: readonly number[] };

interface DecimalRules extends NumberRules {
  digits: number;
  units?: readonly string[];
}

/** @returns the number, or why the text is none; what could mean two numbers is refused */
export function readDecimalNumber(text: string, { tag, digits, units = [], min = 0, max = 1_000_000_000 }: DecimalRules): TypedNumber {
  const read = readNumeral(text, { tag, digits, units });
  if (read.kind === 'empty') return read;
  const inUnits = (one: bigint) => Number(one) / 10 ** digits;
  if (read.kind === 'refused') {
    const { why } = read;
    // Only what the field would take is offered.
    const meanings = read.meanings?.map(inUnits).filter((value) => value >= min && value <= max);
    return meanings === undefined ? { kind: 'refused', why } : { kind: 'refused', why, meanings };
  }
  const value = inUnits(read.units);
  if (value < 0 && min >= 0) return { kind: 'refused', why: 'negative' };
  if (value < min) return { kind: 'refused', why: 'tooSmall' };
  return value > max ? { kind: 'refused', why: 'tooLarge' } : { kind: 'number', value };
}

/** Whole pieces: `7.5` is refused, and so is `12.500` in a language that groups by another sign. */
export const readQuantity = (text: string, rules: NumberRules): TypedNumber => readDecimalNumber(text, { ...rules, digits: 0 });

/** Decimals that the service keeps of a percentage. */
export const percentDigits = 4;

/** A part of a hundred: `12.5`, `12,5 %`. */
export const readPercent = (text: string, rules: NumberRules): TypedNumber =>
  readDecimalNumber(text, { max: 100, ...rules, digits: percentDigits, units: ['%', '٪', '﹪'] });

/** As a field shows it: with no more decimals than it has. */
export function formatNumber(value: number, tag: string, digits = 0): string {
  const units = BigInt(Math.round(value * 10 ** digits));
  return formatDecimal(new Intl.NumberFormat(tag, { maximumFractionDigits: digits }), decimalOf(units, digits));
}

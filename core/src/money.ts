/** An amount in the smallest unit of its currency (cents, pence, yen). All arithmetic on money uses this type. */
export type Minor = bigint;

/** Amounts stay within 15 digits, so that each is exact as a JSON number in the major unit. */
export const largestAmount: Minor = 999_999_999_999_999n;

// Not taken from the runtime. Its tables contain customary digits (no decimals for rupiah or forint), and change with
// its version. Amounts are stored in minor units, so other digits would change all amounts.
const digitsOfCurrencies: [digits: number, currencies: string][] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
];

const digitsByCurrency = new Map(
  digitsOfCurrencies.flatMap(([digits, currencies]) =>
    currencies.split(' ').map((currency): [string, number] => [currency, digits]),
  ),
);
const knownCurrencies = new Set(Intl.supportedValuesOf('currency'));

export const isCurrency = (code: string): boolean => knownCurrencies.has(code);

/** How many decimals a currency has (ISO 4217: 2 for USD, 0 for JPY, 3 for KWD). */
export const currencyDigits = (currency: string): number => digitsByCurrency.get(currency) ?? 2;

/** Converts major units to minor units; `undefined` if the number has more decimals than the currency. */
export const toMinor = (major: number, currency: string): Minor | undefined =>
  readDecimal(major, currencyDigits(currency));

/** A decimal number as an integer: with 4 digits 1.5 is 15000. `undefined` if the number has more decimals. */
export function readDecimal(number: number, digits: number): bigint | undefined {
  const written = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(number));
  if (written === null) return undefined;
  const [, sign = '', whole = '0', fraction = '', exponent = '0'] = written;
  const scale = Number(exponent) - fraction.length + digits;
  const coefficient = BigInt(whole + fraction);
  if (coefficient === 0n) return 0n;
  // The last decimal is never a zero, so that a negative scale means too many decimals.
  if (scale < 0 || scale > 40) return undefined;
  const units = coefficient * 10n ** BigInt(scale);
  return sign === '-' ? -units : units;
}

/**
 * Converts minor units to major units. The printed number is exact, because the quotient is the double nearest to it.
 */
export function toMajor(minor: Minor, currency: string): number {
  return Number(minor) / 10 ** currencyDigits(currency);
}

/** The smaller of two amounts. */
export const smaller = (one: Minor, other: Minor): Minor => (one < other ? one : other);

/** The larger of two amounts. */
export const larger = (one: Minor, other: Minor): Minor => (one > other ? one : other);

/**
 * `numerator / denominator`, rounded to the nearest integer; a tie is rounded away from zero. The denominator is
 * positive.
 */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  // In halves, cut towards zero. The half of an odd number is rounded away from zero.
  const halves = (numerator * 2n) / denominator;
  return halves / 2n + (halves % 2n);
}

/**
 * Splits an amount in proportion to weights, so that the sum of the parts is exactly the amount. The units that
 * rounding leaves go to the parts with the largest remainders; in a tie, to the earlier part. If all weights are zero,
 * the first part gets everything.
 */
export function spread(amount: Minor, weights: readonly bigint[]): Minor[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0n);
  if (whole === 0n) return weights.map((_, index) => (index === 0 ? amount : 0n));
  const parts = weights.map((weight) => (amount * weight) / whole);
  const remainders = weights.map((weight, index) => ({ index, rest: (amount * weight) % whole }));
  // Equal remainders stay in their order.
  remainders.sort((a, b) => Number(b.rest - a.rest));
  let left = amount - parts.reduce((sum, part) => sum + part, 0n);
  for (const { index } of remainders) {
    if (left === 0n) break;
    parts[index] = (parts[index] as Minor) + 1n;
    left -= 1n;
  }
  return parts;
}

/** A share of an amount, in parts per million, rounded half up: 11 % is `shareOf(amount, 110_000n)`. */
export const shareOf = (amount: Minor, rate_ppm: bigint): Minor => divideHalfUp(amount * rate_ppm, 1_000_000n);

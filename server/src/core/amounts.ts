import { currencyDigits, largestAmount, type Minor, toMajor, toMinor } from '@tillhouse/core/money';
import type { ValidationErrors } from './errors.ts';
import type { Language } from './language.ts';

/**
 * Reads an amount in the major unit of a currency. Adds an error if it has more decimals than the currency, or more than
 * 15 digits.
 */
export function readAmount(
  errors: ValidationErrors,
  { field, value, currency }: { field: string; value: number; currency: string },
): Minor | undefined {
  const minor = toMinor(value, currency);
  if (minor === undefined) errors.add(field, `has more decimals than ${currency}`);
  else if (minor > largestAmount) errors.add(field, `must be at most ${toMajor(largestAmount, currency)}`);
  else if (minor < -largestAmount) errors.add(field, `must be at least ${toMajor(-largestAmount, currency)}`);
  else return minor;
  return undefined;
}

/** The separators of numbers. */
const separators: Record<Language, { group: string; decimal: string }> = {
  en: { group: ',', decimal: '.' },
  id: { group: '.', decimal: ',' },
  de: { group: '.', decimal: ',' },
};

/** A rate in parts per million as a percentage. */
export const formatPercent = (ppm: number, language: Language): string =>
  `${String(ppm / 10_000).replace('.', separators[language].decimal)} %`;

/** Formats with the currency's decimals. Works on digits, so that the largest amounts are exact. */
export function formatAmount(amount: Minor, currency: string, language: Language): string {
  const digits = currencyDigits(currency);
  const { group, decimal } = separators[language];
  const text = String(amount)
    .replace('-', '')
    .padStart(digits + 1, '0');
  const whole = text.slice(0, text.length - digits).replace(/\B(?=(\d{3})+$)/g, group);
  const fraction = digits === 0 ? '' : `${decimal}${text.slice(-digits)}`;
  return `${amount < 0n ? '-' : ''}${whole}${fraction}`;
}

import { currencyDigits, type Minor, toMinor } from '@tillhouse/core/money';
import type { ValidationErrors } from './errors.ts';
import type { Language } from './language.ts';

/** Reads an amount in the major unit of a currency. Adds an error if it has more decimals than the currency. */
export function readAmount(
  errors: ValidationErrors,
  { field, value, currency }: { field: string; value: number; currency: string },
): Minor | undefined {
  const minor = toMinor(value, currency);
  if (minor === undefined) errors.add(field, `has more decimals than ${currency}`);
  return minor;
}

/** A rate in parts per million as a percentage. */
export const formatPercent = (ppm: number): string => `${ppm / 10_000} %`;

/** Formats with the currency's decimals. Works on digits, so that the largest amounts are exact. */
export function formatAmount(amount: Minor, currency: string, language: Language): string {
  const digits = currencyDigits(currency);
  const text = String(amount)
    .replace('-', '')
    .padStart(digits + 1, '0');
  const whole = text.slice(0, text.length - digits).replace(/\B(?=(\d{3})+$)/g, language === 'id' ? '.' : ',');
  const fraction = digits === 0 ? '' : `${language === 'id' ? ',' : '.'}${text.slice(-digits)}`;
  return `${amount < 0n ? '-' : ''}${whole}${fraction}`;
}

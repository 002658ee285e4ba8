import { type Minor, toMinor } from '@tillhouse/core/money';
import type { ValidationErrors } from './errors.ts';

/** Reads an amount in the major unit of a currency. Adds an error if it has more decimals than the currency. */
export function readAmount(
  errors: ValidationErrors,
  { field, value, currency }: { field: string; value: number; currency: string },
): Minor | undefined {
  const minor = toMinor(value, currency);
  if (minor === undefined) errors.add(field, `has more decimals than ${currency}`);
  return minor;
}

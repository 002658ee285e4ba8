import { currencyDigits, larger, type Minor } from '@tillhouse/core/money';
import type { Merchant } from '../../core/actor.ts';
import { invalidState, ValidationErrors } from '../../core/errors.ts';
import { blankToNull } from '../../core/texts.ts';

export const tiers = ['bronze', 'silver', 'gold', 'platinum'] as const;
export type Tier = (typeof tiers)[number];

/**
 * Points that an amount earns: floor(paid in major units × rate), never negative. The rate is in millionths of a point
 * for one major unit.
 */
export function pointsFor(paid: Minor, merchant: Pick<Merchant, 'currency' | 'loyalty_rate_ppm'>): bigint {
  return (
    (larger(paid, 0n) * merchant.loyalty_rate_ppm) / (1_000_000n * 10n ** BigInt(currencyDigits(merchant.currency)))
  );
}

/** The reason of a change: earned by a sale, its refund, spent on a sale, returned with it, or a correction. */
export const entryTypes = ['earned', 'reversed', 'redeemed', 'returned', 'corrected'] as const;
export type EntryType = (typeof entryTypes)[number];

/** The errors of the well-formed part of a correction. */
export function validateCorrection({ points }: { points?: number | bigint }): ValidationErrors {
  const errors = new ValidationErrors();
  if (points !== undefined && BigInt(points) === 0n) errors.add('points', 'must not be 0');
  return errors;
}

/**
 * The points after a correction. It subtracts at most the points that there are, and may add to a negative balance that
 * stays negative.
 * @throws AppError INVALID_STATE
 */
export function correctedBalance(balance: bigint, points: bigint): bigint {
  const balance_after = balance + points;
  if (points < 0n && balance_after < 0n) {
    throw invalidState('The customer has too few points', [
      { field: 'points', message: `takes ${-points} points, ${balance} are there` },
    ]);
  }
  return balance_after;
}

/** The highest tier whose threshold the lifetime value has reached. */
export function tierOf(
  lifetime_value: Minor,
  merchant: Pick<Merchant, 'silver_from' | 'gold_from' | 'platinum_from'>,
): Tier {
  if (lifetime_value >= merchant.platinum_from) return 'platinum';
  if (lifetime_value >= merchant.gold_from) return 'gold';
  if (lifetime_value >= merchant.silver_from) return 'silver';
  return 'bronze';
}

/** The name of erased customers. */
export const erasedName = 'Erased customer';

/** Separators in phone numbers: spaces, hyphens and dashes, dots, parentheses. */
const separators = '[\\s().\\u2010-\\u2013-]';

/** A plus and 7 to 15 digits in any grouping (E.164: no country code begins with 0). */
const number = `${separators}*\\+${separators}*[1-9](?:${separators}*[0-9]){6,14}${separators}*`;

/** A number or nothing: forms send empty fields. */
export const phonePattern = `^(?:\\s*|${number})$`;

/** Removes the separators, which gives E.164. */
export const normalisePhone = (written: string): string => written.replace(new RegExp(separators, 'g'), '');

/** The fields of a customer in a request; `null` clears a field, a missing one stays. */
export interface CustomerFields {
  name?: string;
  email?: string | null;
  phone?: string | null;
  address?: string | null;
}

/** The given fields only, in their stored form. An empty text clears a field, like `null`. */
export function normaliseFields({ name, email, phone, address }: CustomerFields): CustomerFields {
  return {
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(email === undefined ? {} : { email: blankToNull(email) }),
    ...(phone === undefined ? {} : { phone: blankToNull(phone === null ? null : normalisePhone(phone)) }),
    ...(address === undefined ? {} : { address: blankToNull(address) }),
  };
}

/** A search text in the stored form of phone numbers; `undefined` if it cannot be one. */
export function toPhoneSearch(typed: string): string | undefined {
  const phone = normalisePhone(typed);
  return /^\+?\d+$/.test(phone) ? phone : undefined;
}

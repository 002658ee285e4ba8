import { currencyDigits, type Minor } from '@tillhouse/core/money';
import type { Merchant } from '../../core/actor.ts';
import { invalidState, ValidationErrors } from '../../core/errors.ts';

export const tiers = ['bronze', 'silver', 'gold', 'platinum'] as const;
export type Tier = (typeof tiers)[number];

/** Points that an amount earns: floor(paid in major units × rate), never negative. The rate is in millionths of a point for one major unit. */
export function pointsFor(paid: Minor, merchant: Pick<Merchant, 'currency' | 'loyalty_rate_ppm'>): bigint {
  if (paid <= 0n) return 0n;
  return (paid * merchant.loyalty_rate_ppm) / (1_000_000n * 10n ** BigInt(currencyDigits(merchant.currency)));
}

/** Why points came or went: by a sale and its refund, spent on a sale and given back with it, or corrected by hand. */
export const entryTypes = ['earned', 'reversed', 'redeemed', 'returned', 'corrected'] as const;
export type EntryType = (typeof entryTypes)[number];

/** What the rules have against the sound part of a correction. */
export function faultsOfCorrection({ points }: { points?: number | bigint }): ValidationErrors {
  const errors = new ValidationErrors();
  if (points !== undefined && BigInt(points) === 0n) errors.add('points', 'must not be 0');
  return errors;
}

/**
 * What a correction leaves. It takes no more than is there; it may give to an account that is below zero, even if that stays there.
 * @throws AppError INVALID_STATE
 */
export function correctedBalance(balance: bigint, points: bigint): bigint {
  const left = balance + points;
  if (points < 0n && left < 0n) {
    throw invalidState('The customer has too few points', [{ field: 'points', message: `takes ${-points} points, ${balance} are there` }]);
  }
  return left;
}

/** The highest tier whose threshold the lifetime value has reached. */
export function tierOf(lifetime_value: Minor, merchant: Pick<Merchant, 'silver_from' | 'gold_from' | 'platinum_from'>): Tier {
  if (lifetime_value >= merchant.platinum_from) return 'platinum';
  if (lifetime_value >= merchant.gold_from) return 'gold';
  if (lifetime_value >= merchant.silver_from) return 'silver';
  return 'bronze';
}

/** What an erased customer is called: nobody’s name. */
export const erasedName = 'Erased customer';

/** What people put between the digits of a phone number: spaces, hyphens and dashes, dots, parentheses. */
const separators = '[\\s().\\u2010-\\u2013-]';

/** A plus and 7 to 15 digits (E.164: no country code begins with 0), however they are grouped. */
export const phonePattern = `^${separators}*\\+${separators}*[1-9](?:${separators}*[0-9]){6,14}${separators}*$`;

/** E.164 from what people write: only the separators go. */
export const normalPhone = (written: string): string => written.replace(new RegExp(separators, 'g'), '');

/** What a request says of a customer; `null` clears a field, one that is missing stays. */
export interface CustomerFields {
  name?: string;
  email?: string | null;
  phone?: string | null;
  address?: string | null;
}

/** The fields given, and no others, as they are kept. */
export function normalFields({ name, email, phone, address }: CustomerFields): CustomerFields {
  return {
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(email === undefined ? {} : { email }),
    ...(phone === undefined ? {} : { phone: phone === null ? null : normalPhone(phone) }),
    ...(address === undefined ? {} : { address }),
  };
}

/** What was searched for, as a phone number is kept; `undefined` when it is none and can only be a name or an e-mail. */
export function phoneSearchedFor(typed: string): string | undefined {
  const phone = normalPhone(typed);
  return /^\+?\d+$/.test(phone) ? phone : undefined;
}

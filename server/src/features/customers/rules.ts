import type { Merchant } from '../../kernel/actor.ts';
import { currencyDigits, type Minor } from '../../kernel/money.ts';

export const tiers = ['bronze', 'silver', 'gold', 'platinum'] as const;
export type Tier = (typeof tiers)[number];

/** Points that an amount earns: floor(paid in major units × rate), never negative. The rate is in millionths of a point for one major unit. */
export function pointsFor(paid: Minor, merchant: Pick<Merchant, 'currency' | 'loyalty_rate_ppm'>): bigint {
  if (paid <= 0n) return 0n;
  return (paid * merchant.loyalty_rate_ppm) / (1_000_000n * 10n ** BigInt(currencyDigits(merchant.currency)));
}

/** The highest tier whose threshold the lifetime value has reached. */
export function tierOf(lifetime_value: Minor, merchant: Pick<Merchant, 'silver_from' | 'gold_from' | 'platinum_from'>): Tier {
  if (lifetime_value >= merchant.platinum_from) return 'platinum';
  if (lifetime_value >= merchant.gold_from) return 'gold';
  if (lifetime_value >= merchant.silver_from) return 'silver';
  return 'bronze';
}

/** E.164 from what people write: spaces, hyphens, dots and parentheses go; then a plus and 7 to 15 digits, or `undefined`. */
export function normalPhone(written: string): string | undefined {
  const phone = written.replace(/[\s().-]/g, '');
  return /^\+[1-9]\d{6,14}$/.test(phone) ? phone : undefined;
}

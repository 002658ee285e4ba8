const day_ms = 24 * 3_600_000;

/** Lifetimes in days. */
export const lifetimes = ['30', '90', '365', 'never'] as const;
export type Lifetime = (typeof lifetimes)[number];

/** When a key expires; null for never. */
export const expiryOf = (lifetime: Lifetime, now: number): string | null =>
  lifetime === 'never' ? null : new Date(now + Number(lifetime) * day_ms).toISOString();

import { createHash } from 'node:crypto';
import { tooMany } from '../../core/errors.ts';
import { sourcesOf } from '../../core/network-address.ts';
import type { Services } from '../context/services.ts';
import { countHit, daily } from '../counters/queries.ts';
import type { Handle } from '../database/handle.ts';

const hour_s = 60 * 60;

export interface Budget {
  /** The subject of the budget: an address or an account. Stored as a hash. */
  of: string;
  most: number;
  window_s: number;
  /** The error message, without the time to wait. */
  message?: string;
}

/** Counts one attempt. @throws AppError RATE_LIMITED after more than `most` attempts in the window, of a day at most */
export const countAttempt = ({ database }: Pick<Services, 'database'>, budget: Budget): Promise<void> =>
  countAttemptIn(database.global, budget);

/** The same in a transaction: the attempt counts only if it commits. @throws AppError RATE_LIMITED */
export async function countAttemptIn(
  db: Handle,
  { of, most, window_s, message = 'Too many attempts' }: Budget,
): Promise<void> {
  const kind = window_s > hour_s ? daily : 'budget ';
  const { hits, resets_in_s } = await countHit(db, `${kind}${createHash('sha256').update(of).digest('hex')}`, window_s);
  if (hits > most) throw tooMany(message, resets_in_s);
}

/**
 * Counts one attempt of a network address: an IPv6 customer's /64 counts as one, and the /48 that a provider may give
 * them has four times as many.
 * @throws AppError as `countAttempt`
 */
export async function countAttemptFrom(
  services: Pick<Services, 'database'>,
  { of, address, most, window_s }: Budget & { address: string },
): Promise<void> {
  for (const { key, share } of sourcesOf(address))
    await countAttempt(services, { of: `${of} ${key}`, most: most * share, window_s });
}

/** An address of this machine: the operator, or a proxy that is not trusted, whose address all its clients share. */
const isLoopback = (address: string): boolean => /^(::ffff:)?127\.|^::1$/.test(address);

/**
 * Counts a new account for the request's network address, before a password is hashed.
 * @throws AppError RATE_LIMITED beyond `SIGN_UPS_PER_HOUR`
 */
export async function countSignUp({ database, config }: Services, address: string): Promise<void> {
  const limit = config.limits.sign_ups_per_hour;
  if (limit === 0 || isLoopback(address)) return;
  for (const { key, share } of sourcesOf(address)) {
    const { hits, resets_in_s } = await countHit(database.global, `sign-ups ${key}`, hour_s);
    if (hits > limit * share) throw tooMany(`More than ${limit * share} new accounts in an hour`, resets_in_s);
  }
}

interface Cooldown {
  /** Names the operation and the user or account. */
  key: string;
  seconds: number;
  /** The error message, without the time to wait. */
  message: string;
}

/**
 * Allows an operation once in `seconds`, counted by the database for all processes; 0 turns it off.
 * @throws AppError RATE_LIMITED
 */
export async function startCooldown(
  { database }: Pick<Services, 'database'>,
  { key, seconds, message }: Cooldown,
): Promise<void> {
  if (seconds === 0) return;
  const { hits, resets_in_s } = await countHit(database.global, `cooldown ${key}`, seconds);
  if (hits > 1) throw tooMany(message, resets_in_s, 'cooldown');
}

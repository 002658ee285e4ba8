import { AppError } from '../../core/errors.ts';
import type { Services } from '../context/services.ts';
import { countHit } from '../counters/queries.ts';
import { addressKey } from './rate-limit.ts';

const window_s = 60 * 60;

/** The operator's own machine, or an untrusted proxy on it, whose address all clients would share. */
const isLoopback = (address: string): boolean => /^(::ffff:)?127\.|^::1$/.test(address);

/**
 * Counts a new account for the request's network address, before a password is hashed.
 * @throws AppError RATE_LIMITED beyond `SIGN_UPS_PER_HOUR`
 */
export async function countSignUp({ database, config }: Services, address: string): Promise<void> {
  const limit = config.limits.sign_ups_per_hour;
  if (limit === 0 || isLoopback(address)) return;
  const { hits, resets_in_s } = await countHit(database.global, `sign-ups ${addressKey(address)}`, window_s);
  if (hits > limit) throw new AppError('RATE_LIMITED', `More than ${limit} new accounts in an hour`, [], { retry_after_s: resets_in_s });
}

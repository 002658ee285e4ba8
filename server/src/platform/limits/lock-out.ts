import { createHash } from 'node:crypto';
import { AppError, MissingSecondFactor, tooMany } from '../../core/errors.ts';
import { addressKey, sourcesOf } from '../../core/network-address.ts';
import type { Services } from '../context/services.ts';
import { countHit, deleteWindow, undoHit } from '../counters/queries.ts';
import type { Handle } from '../database/handle.ts';
import type { SignInLimit } from '../telemetry/durations.ts';
import { countDelayedAttempt, deleteDelay, undoDelayedAttempt } from './delay-queries.ts';

const failures_at_most = 10;
const window_s = 15 * 60;

export interface Guess {
  /** The account: its normalised e-mail address. */
  account: string;
  /** The remote address. */
  address: string;
  /**
   * A device from which this account signed in before, or a session of it. It has a separate counter, so that failures
   * from elsewhere do not lock out the owner.
   */
  known_device?: string | undefined;
}

/** One way of counting an attempt before it is made. */
interface Counter {
  limit: SignInLimit;
  /** @returns the seconds to wait if the limit is reached; the attempt does not count then */
  count(): Promise<number | undefined>;
  undo(): Promise<unknown>;
  onSuccess(): Promise<unknown>;
}

/**
 * Counts an attempt before it is made, so that concurrent attempts cannot exceed the limit. Holds no connection during
 * the attempt.
 * @throws AppError RATE_LIMITED if a limit is reached
 */
export async function withLockOut<T>(services: Services, guess: Guess, attempt: () => Promise<T>): Promise<T> {
  const counters = countersOf(services, guess);
  await countAll(services, counters);
  try {
    const result = await attempt();
    for (const counter of counters) await counter.onSuccess();
    return result;
  } catch (error) {
    // If no password was checked, it is not a failed attempt: the service was busy, or a code was missing.
    const isWrong =
      error instanceof AppError && error.code === 'INVALID_CREDENTIALS' && !(error instanceof MissingSecondFactor);
    if (!isWrong) await undoAll(counters);
    throw error;
  }
}

async function countAll({ telemetry }: Services, counters: readonly Counter[]): Promise<void> {
  for (const [at, counter] of counters.entries()) {
    const retry_after_s = await counter.count();
    if (retry_after_s === undefined) continue;
    await undoAll(counters.slice(0, at));
    telemetry.countRejectedSignIn(counter.limit);
    throw tooMany('Too many failed attempts', retry_after_s);
  }
}

async function undoAll(counters: readonly Counter[]): Promise<void> {
  for (const counter of counters) await counter.undo();
}

function countersOf({ database: { global }, config }: Services, { account, address, known_device }: Guess): Counter[] {
  const limits = config.sign_in;
  const name = createHash('sha256').update(account).digest('hex');
  if (known_device !== undefined) return [ownWindow(global, 'device', `logins ${name} device ${known_device}`)];
  const counters = [ownWindow(global, 'account_and_address', `logins ${name} ${addressKey(address)}`)];
  if (limits.failures_per_address > 0) {
    for (const { key, share } of sourcesOf(address))
      counters.push(
        budget(global, share === 1 ? 'address' : 'network', {
          key: `failures ${key}`,
          at_most: limits.failures_per_address * share,
        }),
      );
  }
  if (limits.longest_delay_s > 0) counters.push(delay(global, name, limits));
  return counters;
}

/** Ten failures in 15 minutes for an account from one address or device. A success resets the count. */
const ownWindow = (global: Handle, limit: SignInLimit, key: string): Counter => ({
  limit,
  count: () => hit(global, key, failures_at_most),
  undo: () => undoHit(global, key),
  onSuccess: () => deleteWindow(global, key),
});

/**
 * Failures of an address over all accounts. A success does not reset the count: an attacker may have an account, too.
 */
const budget = (global: Handle, limit: SignInLimit, { key, at_most }: { key: string; at_most: number }): Counter => ({
  limit,
  count: () => hit(global, key, at_most),
  undo: () => undoHit(global, key),
  onSuccess: () => undoHit(global, key),
});

async function hit(global: Handle, key: string, at_most: number): Promise<number | undefined> {
  const { hits, resets_in_s } = await countHit(global, key, window_s);
  return hits > at_most ? resets_in_s : undefined;
}

/**
 * Failures at an account from all unknown devices together. After some of them, each further attempt waits twice as
 * long as the one before.
 */
const delay = (
  global: Handle,
  key: string,
  { delay_after, longest_delay_s }: { delay_after: number; longest_delay_s: number },
): Counter => ({
  limit: 'account',
  count: () => countDelayedAttempt(global, { key, delay_after, longest_delay_s }),
  undo: () => undoDelayedAttempt(global, key),
  onSuccess: () => deleteDelay(global, key),
});

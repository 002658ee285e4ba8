import { createHash } from 'node:crypto';
import { Refusal } from '../kernel/refusal.ts';
import type { House } from './house.ts';
import { countHit, deleteWindow, takeBackHit } from './queries.ts';
import { addressKey } from './rate-limit.ts';

const failures_at_most = 10;
const window_s = 15 * 60;

interface Guess {
  /** Whose password is tried: the e-mail, normalised. */
  account: string;
  /** From where; its owner elsewhere is not affected. */
  address: string;
}

/**
 * Counts an attempt before it is made, so that many at once get no more than their number, and forgets them all once one succeeds.
 * @throws Refusal RATE_LIMITED after ten failures in 15 minutes
 */
export async function withLockOut<T>({ database }: House, guess: Guess, attempt: () => Promise<T>): Promise<T> {
  const account = createHash('sha256').update(guess.account).digest('hex');
  const key = `logins ${account} ${addressKey(guess.address)}`;
  const { hits, resets_in_s } = await countHit(database.global, key, window_s);
  if (hits > failures_at_most) {
    throw new Refusal('RATE_LIMITED', 'Too many failed attempts; try again later', [], { retry_after_s: resets_in_s });
  }
  try {
    const result = await attempt();
    await deleteWindow(database.global, key);
    return result;
  } catch (error) {
    // Being too busy to look at a password does not make it wrong.
    if (!(error instanceof Refusal && error.code === 'INVALID_CREDENTIALS')) await takeBackHit(database.global, key);
    throw error;
  }
}

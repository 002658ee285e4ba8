import { AppError } from '../../core/errors.ts';
import type { Services } from '../context/services.ts';
import { countHit } from '../counters/queries.ts';

interface Cooldown {
  /** Names the operation and the user or account. */
  key: string;
  seconds: number;
  /** The error message, without the seconds. */
  message: string;
}

/**
 * Allows an operation once in `seconds`, counted by the database for all processes; 0 turns it off.
 * @throws AppError RATE_LIMITED
 */
export async function startCooldown({ database }: Pick<Services, 'database'>, { key, seconds, message }: Cooldown): Promise<void> {
  if (seconds === 0) return;
  const { hits, resets_in_s } = await countHit(database.global, `cooldown ${key}`, seconds);
  if (hits > 1)
    throw new AppError('RATE_LIMITED', `${message}; try again in ${resets_in_s} seconds`, [], {
      retry_after_s: resets_in_s,
      quota: 'cooldown',
    });
}

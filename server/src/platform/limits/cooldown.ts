import { AppError } from '../../core/errors.ts';
import type { Services } from '../context/services.ts';
import { countHit } from '../counters/queries.ts';

interface Cooldown {
  /** What is done, and by whom. */
  key: string;
  seconds: number;
  /** What the client is told beyond the seconds. */
  message: string;
}

/** Lets something be done once in so many seconds, counted by the database for all processes; 0 turns it off. @throws AppError RATE_LIMITED */
export async function startCooldown({ database }: Pick<Services, 'database'>, { key, seconds, message }: Cooldown): Promise<void> {
  if (seconds === 0) return;
  const { hits, resets_in_s } = await countHit(database.global, `cooldown ${key}`, seconds);
  if (hits > 1)
    throw new AppError('RATE_LIMITED', `${message}; try again in ${resets_in_s} seconds`, [], {
      retry_after_s: resets_in_s,
      quota: 'cooldown',
    });
}

import { createHash } from 'node:crypto';
import { AppError } from '../../core/errors.ts';
import type { Services } from '../context/services.ts';
import { countHit } from '../counters/queries.ts';

interface Budget {
  /** What is counted: an address, an account. Stored as a hash. */
  of: string;
  most: number;
  window_s: number;
}

/** Counts one attempt. @throws AppError RATE_LIMITED after more than `most` attempts in the window */
export async function takeFromBudget({ database }: Services, { of, most, window_s }: Budget): Promise<void> {
  const { hits, resets_in_s } = await countHit(database.global, `budget ${createHash('sha256').update(of).digest('hex')}`, window_s);
  if (hits > most) throw new AppError('RATE_LIMITED', 'Too many attempts; try again later', [], { retry_after_s: resets_in_s });
}

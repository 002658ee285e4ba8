import { AppError } from '../../../core/errors.ts';
import { createKeyedSemaphore, type KeyedSemaphore } from '../../../core/keyed-semaphore.ts';

/** As long as for a connection of the pool. */
const usualPatience_ms = 5_000;

/**
 * Limits the connections of each merchant. Further statements and transactions wait in their merchant's queue, not in
 * the pool's.
 */
export const createConnectionShares = (connections: number, patience_ms = usualPatience_ms): KeyedSemaphore =>
  createKeyedSemaphore({
    places: connections,
    waiting: Number.POSITIVE_INFINITY,
    patience_ms,
    // Only the merchant's share is used up: other merchants are served.
    refuse: () => new AppError('RATE_LIMITED', 'The requests of this merchant waited too long for the database', [], { retry_after_s: 2 }),
  });

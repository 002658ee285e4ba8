import { availableParallelism } from 'node:os';
import { createKeyedSemaphore, type KeyedSemaphore } from '../../../core/concurrency/keyed-semaphore.ts';
import { createRecentKeys } from '../../../core/concurrency/recent-keys.ts';
import { AppError } from '../../../core/errors.ts';

/** The connections of each merchant, by its id. */
export interface ConnectionShares extends KeyedSemaphore {
  /** Notes work of a merchant that takes no part of its share: other merchants leave it processors, too. */
  note(merchant_id: string): void;
}

/** Short statements of a merchant while others are active; more of them would compete with those of others. */
const shortAtOnce = Math.max(2, availableParallelism());
/** A connection that is held for longer does not delay further ones: a long report, or a wait for a lock. */
const short_ms = 500;
/** How long a merchant counts as active after its last statement. */
const active_ms = 1_000;
/** The same as for a connection of the pool. */
const default_wait_ms = 5_000;
const retry_after_s = 2;

/**
 * Limits the connections of each merchant. Further statements and transactions wait in their merchant's queue, not in
 * the pool's.
 */
export function createConnectionShares(connections: number, max_wait_ms = default_wait_ms): ConnectionShares {
  const active = createRecentKeys(active_ms);
  const besideOthers = Math.min(connections, shortAtOnce);
  const semaphore = createKeyedSemaphore({
    slots: (merchant_id) => (active.hasOther(merchant_id) ? besideOthers : connections),
    long: { counted_ms: short_ms, most: connections },
    max_waiting: Number.POSITIVE_INFINITY,
    max_wait_ms,
    // Only the merchant's share is used up: other merchants are served.
    createError: () =>
      new AppError('RATE_LIMITED', 'The requests of this merchant waited too long for the database', [], {
        retry_after_s,
      }),
  });
  return {
    ...semaphore,
    note: active.note,
    tryAcquire(merchant_id) {
      active.note(merchant_id);
      return semaphore.tryAcquire(merchant_id);
    },
  };
}

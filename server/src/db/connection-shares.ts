import { createKeyedSemaphore, type KeyedSemaphore } from '../kernel/keyed-semaphore.ts';
import { Refusal } from '../kernel/refusal.ts';

/** As long as for a connection of the pool. */
const usualPatience_ms = 5_000;

/** Connections that each merchant may hold at once. A further statement or transaction waits in its merchant's queue, not in the pool's. */
export const createConnectionShares = (connections: number, patience_ms = usualPatience_ms): KeyedSemaphore =>
  createKeyedSemaphore({
    places: connections,
    waiting: Number.POSITIVE_INFINITY,
    patience_ms,
    refuse: () =>
      new Refusal('UNAVAILABLE', 'There is more to do for this merchant than can be done, try again shortly', [], { retry_after_s: 2 }),
  });

import { createKeyedSemaphore } from './keyed-semaphore.ts';

/** Runs a work of this key in its turn. */
export type KeyedQueue = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * Runs so many works of each key at once; the others wait, in the order of arrival. Nothing limits how many wait: that is
 * for the caller.
 */
export function createKeyedQueue(atOnce: number): KeyedQueue {
  const semaphore = createKeyedSemaphore({
    slots: atOnce,
    max_waiting: Number.POSITIVE_INFINITY,
    createError: (reason) => new Error(reason),
  });
  return async (key, work) => {
    const release = await semaphore.acquire(key);
    return work().finally(release);
  };
}

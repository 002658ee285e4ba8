/** Releases a slot. Further calls do nothing. */
export type Release = () => void;

interface SemaphoreOptions {
  /** Slots of each key; a function is called each time. */
  slots: number | (() => number);
  /** The maximum that wait for a slot of one key; by default none. */
  max_waiting?: number;
  /** The maximum wait; by default unlimited. */
  max_wait_ms?: number;
  /** The error if too many wait, or a wait took too long. */
  createError(reason: RejectionReason): Error;
}

export type RejectionReason = 'queue_full' | 'waited_too_long';

/** The numbers of running, waiting and rejected tasks, over all keys. */
export interface SemaphoreCounts {
  running: number;
  waiting: number;
  /** Since the start. */
  rejected: number;
}

/**
 * Limits what runs at once for each key. Each key has its own queue in order of arrival, so that no key waits for
 * another.
 */
export interface KeyedSemaphore {
  /** A slot, if one is free and none waits for it. */
  tryAcquire(key: string): Release | undefined;
  /** Waits for a slot in the order of arrival. */
  acquire(key: string): Promise<Release>;
  /** Whether the queue of this key is full. */
  isFull(key: string): boolean;
  counts(): SemaphoreCounts;
}

interface Queue {
  taken: number;
  /** In the order of arrival. */
  waiting: Set<(release: Release) => void>;
}

export function createKeyedSemaphore({
  slots,
  max_waiting = 0,
  max_wait_ms,
  createError,
}: SemaphoreOptions): KeyedSemaphore {
  const queues = new Map<string, Queue>();
  const slotsNow = typeof slots === 'number' ? () => slots : slots;
  const total: SemaphoreCounts = { running: 0, waiting: 0, rejected: 0 };
  const countRejection = (reason: RejectionReason): Error => {
    total.rejected += 1;
    return createError(reason);
  };

  const queueOf = (key: string): Queue => {
    let queue = queues.get(key);
    if (queue === undefined) {
      queue = { taken: 0, waiting: new Set() };
      queues.set(key, queue);
    }
    return queue;
  };

  const take = (key: string, queue: Queue): Release => {
    queue.taken += 1;
    total.running += 1;
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      queue.taken -= 1;
      total.running -= 1;
      for (const next of queue.waiting) {
        if (queue.taken >= slotsNow()) break;
        next(take(key, queue));
      }
      if (queue.taken === 0 && queue.waiting.size === 0) queues.delete(key);
    };
  };

  const tryAcquire = (key: string): Release | undefined => {
    const queue = queueOf(key);
    return queue.waiting.size === 0 && queue.taken < slotsNow() ? take(key, queue) : undefined;
  };

  const isFull = (key: string): boolean => {
    const queue = queues.get(key);
    return queue !== undefined && queue.taken >= slotsNow() && queue.waiting.size >= max_waiting;
  };

  return {
    tryAcquire,
    isFull,
    async acquire(key) {
      const free = tryAcquire(key);
      if (free !== undefined) return free;
      if (isFull(key)) throw countRejection('queue_full');
      const queue = queueOf(key);
      const { promise, resolve, reject } = Promise.withResolvers<Release>();
      const leaveQueue = () => {
        queue.waiting.delete(onSlot);
        total.waiting -= 1;
        clearTimeout(timer);
      };
      const onSlot = (release: Release) => {
        leaveQueue();
        resolve(release);
      };
      const onTimeout = () => {
        leaveQueue();
        reject(countRejection('waited_too_long'));
      };
      const timer = max_wait_ms === undefined ? undefined : setTimeout(onTimeout, max_wait_ms);
      queue.waiting.add(onSlot);
      total.waiting += 1;
      return promise;
    },
    counts: () => ({ ...total }),
  };
}

/** Releases a slot. Further calls do nothing. */
export type Release = () => void;

interface SemaphoreOptions {
  /** Slots of each key; a function is called each time. */
  slots: number | ((key: string) => number);
  /** Lets others run beside work that takes long; by default all work counts. */
  long?: LongWork;
  /** The maximum that wait for a slot of one key; by default none. */
  max_waiting?: number;
  /** The maximum wait; by default unlimited. */
  max_wait_ms?: number;
  /** The error if too many wait, or a wait took too long. */
  createError(reason: RejectionReason): Error;
}

interface LongWork {
  /** A slot that is held for longer is no longer counted. */
  counted_ms: number;
  /** The maximum of all slots of a key. */
  most: number;
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
  /** In the order in which they were taken. */
  taken: Set<{ since: number }>;
  /** In the order of arrival. */
  waiting: Set<(release: Release) => void>;
  /** Runs when the next slot is no longer counted, while tasks wait. */
  timer?: NodeJS.Timeout | undefined;
}

export function createKeyedSemaphore({
  slots,
  long,
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
      queue = { taken: new Set(), waiting: new Set() };
      queues.set(key, queue);
    }
    return queue;
  };

  const countedOf = ({ taken }: Queue): { since: number }[] => {
    const countedFrom = performance.now() - (long?.counted_ms ?? Number.POSITIVE_INFINITY);
    return [...taken].filter(({ since }) => since > countedFrom);
  };

  const hasFreeSlot = (key: string, queue: Queue): boolean => {
    const allowed = slotsNow(key);
    if (queue.taken.size < allowed) return true;
    return long !== undefined && queue.taken.size < long.most && countedOf(queue).length < allowed;
  };

  const take = (key: string, queue: Queue): Release => {
    const slot = { since: performance.now() };
    queue.taken.add(slot);
    total.running += 1;
    return () => {
      if (!queue.taken.delete(slot)) return;
      total.running -= 1;
      startWaiting(key, queue);
      if (queue.taken.size === 0 && queue.waiting.size === 0) queues.delete(key);
    };
  };

  const startWaiting = (key: string, queue: Queue): void => {
    for (const next of queue.waiting) {
      if (!hasFreeSlot(key, queue)) break;
      next(take(key, queue));
    }
    awaitLongWork(key, queue);
  };

  const awaitLongWork = (key: string, queue: Queue): void => {
    clearTimeout(queue.timer);
    if (long === undefined || queue.waiting.size === 0 || queue.taken.size >= long.most) return;
    const [oldest] = countedOf(queue);
    // The last one that was counted may have become long since a free slot was looked for.
    const after_ms = oldest === undefined ? 0 : oldest.since + long.counted_ms - performance.now();
    queue.timer = setTimeout(() => startWaiting(key, queue), Math.max(1, Math.ceil(after_ms)));
  };

  const tryAcquire = (key: string): Release | undefined => {
    const queue = queueOf(key);
    return queue.waiting.size === 0 && hasFreeSlot(key, queue) ? take(key, queue) : undefined;
  };

  const isFull = (key: string): boolean => {
    const queue = queues.get(key);
    return queue !== undefined && !hasFreeSlot(key, queue) && queue.waiting.size >= max_waiting;
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
        if (queue.waiting.size === 0) clearTimeout(queue.timer);
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
      if (queue.waiting.size === 1) awaitLongWork(key, queue);
      return promise;
    },
    counts: () => ({ ...total }),
  };
}

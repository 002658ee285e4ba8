/** Releases a slot. Further calls do nothing. */
export type Release = () => void;

interface SemaphoreOptions {
  /** Slots of each key; a function is called each time. */
  places: number | (() => number);
  /** The maximum that wait for a slot of one key; by default none. */
  waiting?: number;
  /** The maximum wait; by default unlimited. */
  patience_ms?: number;
  /** The error if too many wait, or a wait took too long. */
  refuse(reason: RefusedBecause): Error;
}

export type RefusedBecause = 'queue_full' | 'waited_too_long';

/** The numbers of running, waiting and rejected tasks, over all keys. */
export interface SemaphoreFigures {
  under_way: number;
  waiting: number;
  /** Since the start. */
  refused: number;
}

/** Limits what runs at once for each key. Each key has its own queue in order of arrival, so that no key waits for another. */
export interface KeyedSemaphore {
  /** A slot, if one is free and none waits for it. */
  tryEnter(key: string): Release | undefined;
  /** Waits for a slot in the order of arrival. */
  enter(key: string): Promise<Release>;
  /** Whether the queue of this key is full. */
  isFull(key: string): boolean;
  figures(): SemaphoreFigures;
}

interface Queue {
  taken: number;
  /** In the order in which they came. */
  waiting: Set<(release: Release) => void>;
}

export function createKeyedSemaphore({
  places,
  waiting: waitingAtMost = 0,
  patience_ms,
  refuse: errorFor,
}: SemaphoreOptions): KeyedSemaphore {
  const queues = new Map<string, Queue>();
  const placesNow = typeof places === 'number' ? () => places : places;
  const total: SemaphoreFigures = { under_way: 0, waiting: 0, refused: 0 };
  const refuse = (reason: RefusedBecause): Error => {
    total.refused += 1;
    return errorFor(reason);
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
    total.under_way += 1;
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      queue.taken -= 1;
      total.under_way -= 1;
      for (const next of queue.waiting) {
        if (queue.taken >= placesNow()) break;
        next(take(key, queue));
      }
      if (queue.taken === 0 && queue.waiting.size === 0) queues.delete(key);
    };
  };

  const tryEnter = (key: string): Release | undefined => {
    const queue = queueOf(key);
    return queue.waiting.size === 0 && queue.taken < placesNow() ? take(key, queue) : undefined;
  };

  const isFull = (key: string): boolean => {
    const queue = queues.get(key);
    return queue !== undefined && queue.taken >= placesNow() && queue.waiting.size >= waitingAtMost;
  };

  return {
    tryEnter,
    isFull,
    async enter(key) {
      const free = tryEnter(key);
      if (free !== undefined) return free;
      if (isFull(key)) throw refuse('queue_full');
      const queue = queueOf(key);
      const { promise, resolve, reject } = Promise.withResolvers<Release>();
      const leaveQueue = () => {
        queue.waiting.delete(receive);
        total.waiting -= 1;
        clearTimeout(timer);
      };
      const receive = (release: Release) => {
        leaveQueue();
        resolve(release);
      };
      const giveUp = () => {
        leaveQueue();
        reject(refuse('waited_too_long'));
      };
      const timer = patience_ms === undefined ? undefined : setTimeout(giveUp, patience_ms);
      queue.waiting.add(receive);
      total.waiting += 1;
      return promise;
    },
    figures: () => ({ ...total }),
  };
}

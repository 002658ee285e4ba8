/** Gives a place back. Calling it again does nothing. */
export type Release = () => void;

interface SemaphoreOptions {
  /** Places of each key; asked anew each time when it is a function. */
  places: number | (() => number);
  /** How many may wait for a place of one key; none, when left out. */
  waiting?: number;
  /** How long one waits at most; without end, when left out. */
  patience_ms?: number;
  /** What is thrown when too many wait already, or one has waited too long. */
  refuse(reason: RefusedBecause): Error;
}

export type RefusedBecause = 'queue_full' | 'waited_too_long';

/** How much is under way, waits and was refused, over all keys. */
export interface SemaphoreFigures {
  under_way: number;
  waiting: number;
  /** Since the start. */
  refused: number;
}

/** Bounds what is under way at once for each key. Each key has its own queue, first come first served: no key waits for another. */
export interface KeyedSemaphore {
  /** A place, if one is free and nobody waits for it. */
  tryEnter(key: string): Release | undefined;
  /** A place, when it is one's turn. */
  enter(key: string): Promise<Release>;
  /** Whether the queue of this key takes no more. */
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

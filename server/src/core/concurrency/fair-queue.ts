interface FairQueueOptions {
  /** The maximum of running tasks, over all keys. */
  atOnce: () => number;
  waitingAtMost: number;
  waitingOfKeyAtMost: number;
  /** The error if too many wait. */
  createError(): Error;
}

/**
 * Runs tasks of many keys, a few at once. Keys take turns, so that a key with many tasks delays another key by one
 * task.
 */
export interface FairQueue {
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
}

export function createFairQueue({
  atOnce,
  waitingAtMost,
  waitingOfKeyAtMost,
  createError,
}: FairQueueOptions): FairQueue {
  /** The waiting tasks by key. The keys are in the order of their turns. */
  const queues = new Map<string, (() => void)[]>();
  let running = 0;
  let waiting = 0;

  const startNext = () => {
    const [first] = queues;
    if (first === undefined) return;
    const [key, queue] = first;
    const begin = queue.shift();
    // Moves the key to the end.
    queues.delete(key);
    if (queue.length > 0) queues.set(key, queue);
    waiting -= 1;
    begin?.();
  };

  return {
    async run(key, work) {
      if (running >= atOnce()) {
        const queue = queues.get(key) ?? [];
        if (waiting >= waitingAtMost || queue.length >= waitingOfKeyAtMost) throw createError();
        queues.set(key, queue);
        waiting += 1;
        await new Promise<void>((begin) => queue.push(begin));
      } else running += 1;
      try {
        return await work();
      } finally {
        // The next task gets the slot directly, so that no new task can take it.
        if (waiting > 0) startNext();
        else running -= 1;
      }
    },
  };
}

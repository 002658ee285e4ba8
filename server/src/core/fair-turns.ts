interface FairTurnsOptions {
  /** The maximum that runs at once, over all keys. */
  atOnce: () => number;
  waitingAtMost: number;
  waitingOfKeyAtMost: number;
  /** The error if too many wait. */
  refuse(): Error;
}

/** Runs work of many keys, a few at once. Keys take turns, so that a key with much work delays others by one task. */
export interface FairTurns {
  take<T>(key: string, work: () => Promise<T>): Promise<T>;
}

export function createFairTurns({ atOnce, waitingAtMost, waitingOfKeyAtMost, refuse }: FairTurnsOptions): FairTurns {
  /** Keys in the order of their turns; each with what it waits for. */
  const queues = new Map<string, (() => void)[]>();
  let running = 0;
  let waiting = 0;

  const startNext = () => {
    const [first] = queues;
    if (first === undefined) return;
    const [key, queue] = first;
    const begin = queue.shift();
    // To the end of the line.
    queues.delete(key);
    if (queue.length > 0) queues.set(key, queue);
    waiting -= 1;
    begin?.();
  };

  return {
    async take(key, work) {
      if (running >= atOnce()) {
        const queue = queues.get(key) ?? [];
        if (waiting >= waitingAtMost || queue.length >= waitingOfKeyAtMost) throw refuse();
        queues.set(key, queue);
        waiting += 1;
        await new Promise<void>((begin) => queue.push(begin));
      } else running += 1;
      try {
        return await work();
      } finally {
        // The place goes on to the next one without being free meanwhile.
        if (waiting > 0) startNext();
        else running -= 1;
      }
    },
  };
}

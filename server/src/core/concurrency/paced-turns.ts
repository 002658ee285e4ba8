/**
 * Lets a limited number of callers begin in each turn of the event loop. Later ones wait for the next turns; their keys
 * take turns, so that a key with many callers delays another key by one caller.
 */
export interface PacedTurns {
  /** @returns a promise only if the caller must wait */
  begin(key: string): Promise<void> | undefined;
}

export function createPacedTurns(perTurn: number): PacedTurns {
  /** The waiting callers by key. The keys are in the order of their turns. */
  const queues = new Map<string, (() => void)[]>();
  let begun = 0;
  let isScheduled = false;

  const schedule = () => {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(beginNext);
  };

  const beginNext = () => {
    isScheduled = false;
    begun = 0;
    for (; begun < perTurn; begun += 1) {
      const [first] = queues;
      if (first === undefined) break;
      const [key, waiting] = first;
      const begin = waiting.shift();
      // Moves the key to the end.
      queues.delete(key);
      if (waiting.length > 0) queues.set(key, waiting);
      begin?.();
    }
    if (begun > 0) schedule();
  };

  return {
    begin(key) {
      schedule();
      if (begun < perTurn && queues.size === 0) {
        begun += 1;
        return undefined;
      }
      return new Promise((resolve) => {
        const waiting = queues.get(key);
        if (waiting === undefined) queues.set(key, [resolve]);
        else waiting.push(resolve);
      });
    },
  };
}

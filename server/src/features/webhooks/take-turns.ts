export interface Turns {
  /** Queues work. Ignored if work with this key is running or queued. */
  ask(key: string, owner: string, work: () => Promise<void>): void;
  /** Resolves when nothing is running. */
  idle(): Promise<unknown>;
}

interface Turn {
  owner: string;
  work: () => Promise<void>;
}

/**
 * Runs a limited amount of work at the same time, overall and per owner; the rest waits in order of request.
 * @param limits `at_once` overall, `for_each` owner
 */
export function createTurns({ at_once, for_each }: { at_once: number; for_each: number }): Turns {
  const waiting = new Map<string, Turn>();
  const busy = new Map<string, { owner: string; done: Promise<void> }>();

  const isFree = (owner: string) =>
    busy
      .values()
      .filter((other) => other.owner === owner)
      .toArray().length < for_each;

  function next(): void {
    if (busy.size >= at_once) return;
    for (const [key, { owner, work }] of waiting) {
      if (!isFree(owner)) continue;
      waiting.delete(key);
      const done = work().finally(() => {
        busy.delete(key);
        next();
      });
      busy.set(key, { owner, done });
      if (busy.size >= at_once) return;
    }
  }

  return {
    ask(key, owner, work) {
      if (busy.has(key) || waiting.has(key)) return;
      waiting.set(key, { owner, work });
      next();
    },
    idle: () => Promise.all(busy.values().map(({ done }) => done)),
  };
}

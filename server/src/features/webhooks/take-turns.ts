export interface Turns {
  /** Asks for a turn. Whoever has one, or waits for one, under this key already is not asked for again. */
  ask(key: string, owner: string, work: () => Promise<void>): void;
  /** Settles when nobody has a turn any more. */
  idle(): Promise<unknown>;
}

interface Turn {
  owner: string;
  work: () => Promise<void>;
}

/**
 * So many at once, so many of them one owner's, and the others one after the other, in the order in which they asked.
 * @param limits `at_once` for all, `for_each` owner
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

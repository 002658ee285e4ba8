export interface WorkQueue {
  /** Queues work. Ignored if work with this key is running or queued. */
  add(key: string, owner: string, work: () => Promise<void>): void;
  /** Resolves when nothing is running. */
  idle(): Promise<unknown>;
}

interface Item {
  owner: string;
  work: () => Promise<void>;
}

/**
 * Runs a limited number of tasks at the same time. The others wait in the order in which they were added.
 * @param limits `at_once` overall, `per_owner` for each owner
 */
export function createWorkQueue({ at_once, per_owner }: { at_once: number; per_owner: number }): WorkQueue {
  const waiting = new Map<string, Item>();
  const running = new Map<string, { owner: string; done: Promise<void> }>();

  const mayStart = (owner: string) =>
    running
      .values()
      .filter((other) => other.owner === owner)
      .toArray().length < per_owner;

  function startNext(): void {
    if (running.size >= at_once) return;
    for (const [key, { owner, work }] of waiting) {
      if (!mayStart(owner)) continue;
      waiting.delete(key);
      const done = work().finally(() => {
        running.delete(key);
        startNext();
      });
      running.set(key, { owner, done });
      // Each work that is added or ends makes room for one.
      return;
    }
  }

  return {
    add(key, owner, work) {
      if (running.has(key) || waiting.has(key)) return;
      waiting.set(key, { owner, work });
      startNext();
    },
    idle: () => Promise.all(running.values().map(({ done }) => done)),
  };
}

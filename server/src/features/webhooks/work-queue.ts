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
 * Runs a limited number of tasks at the same time. Owners take turns: the next task is the oldest of the owner with the
 * fewest running ones, so that an owner with many slow tasks does not delay another.
 * @param limits `at_once` overall, `per_owner` for each owner
 */
export function createWorkQueue({ at_once, per_owner }: { at_once: number; per_owner: number }): WorkQueue {
  const waiting = new Map<string, Item>();
  const running = new Map<string, { owner: string; done: Promise<void> }>();

  function findNext(): [key: string, item: Item] | undefined {
    const counts = new Map<string, number>();
    for (const { owner } of running.values()) counts.set(owner, (counts.get(owner) ?? 0) + 1);
    let next: [string, Item] | undefined;
    let fewest = per_owner;
    for (const [key, item] of waiting) {
      const count = counts.get(item.owner) ?? 0;
      if (count >= fewest) continue;
      next = [key, item];
      fewest = count;
    }
    return next;
  }

  /** Each work that is added or ends makes room for one. */
  function startNext(): void {
    const next = running.size >= at_once ? undefined : findNext();
    if (next === undefined) return;
    const [key, { owner, work }] = next;
    waiting.delete(key);
    const done = work().finally(() => {
      running.delete(key);
      startNext();
    });
    running.set(key, { owner, done });
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

/** Work that is asked for more often than it needs to run. */
export interface Coalescer {
  /**
   * Runs the work for a key. A call during a run makes it run once more afterwards.
   * @returns a promise of the end of all runs for this key, with the error of the work
   */
  run(key: string): Promise<void>;
  /** Resolves when no run is left. */
  idle(): Promise<void>;
}

/** Runs work for each key one at a time. */
export function createCoalescer(work: (key: string) => Promise<unknown>): Coalescer {
  const runs = new Map<string, { again: boolean; done: Promise<void> }>();

  async function repeat(key: string, run: { again: boolean }): Promise<void> {
    try {
      while (run.again) {
        run.again = false;
        await work(key);
      }
    } finally {
      runs.delete(key);
    }
  }

  return {
    run(key) {
      const current = runs.get(key);
      if (current !== undefined) {
        current.again = true;
        return current.done;
      }
      const run = { again: true, done: Promise.resolve() };
      runs.set(key, run);
      run.done = repeat(key, run);
      return run.done;
    },
    async idle() {
      await Promise.allSettled([...runs.values()].map(({ done }) => done));
    },
  };
}

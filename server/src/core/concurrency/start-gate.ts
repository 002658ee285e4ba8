/** Delays the start of work for a short time while other work runs. */
export interface StartGate {
  /** Starts the work at once, or after a wait if too much other work runs. @returns its result */
  run<T>(work: () => Promise<T>): Promise<T>;
}

interface StartGateOptions {
  /** If this much work runs, further work waits. */
  atOnce: number;
  /** The longest wait. */
  wait_ms: number;
  /** Work that runs for longer is not counted. It waits for something other than the processor. */
  counted_ms: number;
}

/** The waiting work starts in the order of its arrival: when other work ends, or after the longest wait. */
export function createStartGate({ atOnce, wait_ms, counted_ms }: StartGateOptions): StartGate {
  const running = new Set<{ since: number }>();
  const waiting = new Set<() => void>();

  function isBusy(): boolean {
    const countedFrom = performance.now() - counted_ms;
    return [...running].filter(({ since }) => since > countedFrom).length >= atOnce;
  }

  function wait(): Promise<void> {
    return new Promise((resolve) => {
      const start = () => {
        clearTimeout(timer);
        waiting.delete(start);
        resolve();
      };
      const timer = setTimeout(start, wait_ms);
      waiting.add(start);
    });
  }

  return {
    async run(work) {
      if (isBusy()) await wait();
      const own = { since: performance.now() };
      running.add(own);
      try {
        return await work();
      } finally {
        running.delete(own);
        const [first] = waiting;
        if (!isBusy()) first?.();
      }
    },
  };
}

interface RateOptions {
  /** The number of tasks that may start in a window. */
  count: number;
  window_ms: number;
  /** A clock in milliseconds. */
  now(): number;
  wait(ms: number): Promise<void>;
}

/** Limits the number of tasks that start in any window of this length. @returns waits until another one may start */
export function limitRate({ count, window_ms, now, wait }: RateOptions): () => Promise<void> {
  let starts: number[] = [];
  return async () => {
    starts = starts.filter((start) => now() - start < window_ms);
    const blocking = starts.at(-count);
    const start = blocking === undefined ? now() : blocking + window_ms;
    starts.push(start);
    if (start > now()) await wait(start - now());
  };
}

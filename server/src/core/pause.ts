import { setImmediate } from 'node:timers/promises';

const work_ms = 10;

/** Lets others run whenever work has held the event loop for 10 ms: to be awaited between two steps of it. */
export function pauseWhenDue(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < work_ms) return undefined;
    return setImmediate().then(() => {
      since = performance.now();
    });
  };
}

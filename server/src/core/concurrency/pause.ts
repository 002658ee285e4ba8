import { setImmediate } from 'node:timers/promises';

const max_work_ms = 10;

/**
 * For work that would block the event loop. Await the returned function between two steps: after each 10 ms of work, it
 * lets other work run.
 */
export function pauseWhenDue(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < max_work_ms) return undefined;
    return setImmediate().then(() => {
      since = performance.now();
    });
  };
}

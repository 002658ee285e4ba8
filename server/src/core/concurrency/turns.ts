import { setImmediate } from 'node:timers/promises';

/**
 * Gives each caller its own turn of the event loop, in the order of the calls. Between two of them, the loop reads and
 * answers other requests.
 */
export function createTurns(): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return () => {
    last = last.then(() => setImmediate());
    return last;
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const look_every_ms = 500;
/** Of the time between two looks, as much as may be work of somebody's. */
const quiet = 0.2;

/**
 * Gives back the memory that a start has taken and nobody needs any more, once it is over and there is a quiet moment: a tenth of a second is spent on it. Left
 * alone V8 keeps it for as long as the process lives: it looks for garbage where much is allocated, and a service at rest allocates little.
 */
export function collectGarbageWhenIdle(isStarted: Promise<unknown> = Promise.resolve()): { stop(): void } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const look = async () => {
    await isStarted;
    while (!signal.aborted) {
      const before = performance.eventLoopUtilization();
      await sleep(look_every_ms, undefined, { ref: false });
      if (!signal.aborted && performance.eventLoopUtilization(before).utilization < quiet) return collectAll();
    }
  };
  void look();
  return { stop: () => stopping.abort() };
}

/** Node has no call for it: the function is there for who asks for it before the world that it is for is made. */
function collectAll(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void;
  setFlagsFromString('--no-expose-gc');
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

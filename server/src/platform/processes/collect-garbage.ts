import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const look_every_ms = 500;
/** The utilization of the event loop below which the process counts as idle. */
const quiet = 0.2;

/**
 * Frees the memory of the start in the first idle moment after it, which takes a tenth of a second. V8 would keep it
 * for the life of the process: it collects when much is allocated, and an idle service allocates little.
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

/** Node has no API for this. A new context has the function if the flag is set when it is created. */
function collectAll(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: {
    type: 'major';
    execution: 'sync';
    flavor: 'last-resort';
  }) => void;
  setFlagsFromString('--no-expose-gc');
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

import { setTimeout as sleep } from 'node:timers/promises';
import { threadId } from 'node:worker_threads';
import { invalidField } from '../../server/src/core/errors.ts';
import { streamTask } from '../../server/src/platform/workers/stream.ts';

/** A task for tests of the pool: it counts, and fails on request. */
export interface Counting {
  upTo: number;
  /** Shared with the test: the number of yielded batches. */
  made?: SharedArrayBuffer;
  failure?: 'refusal' | 'error' | 'memory' | 'busy';
}

async function* count({ upTo, made, failure }: Counting): AsyncIterable<number> {
  const counter = made === undefined ? undefined : new Int32Array(made);
  for (let at = 1; at <= upTo; at += 1) {
    if (at === 3 && failure === 'refusal') throw invalidField('file', 'has a third row');
    if (at === 3 && failure === 'error') throw new TypeError('an unexpected error');
    if (at === 3 && failure === 'memory')
      for (const arrays: number[][] = []; ; ) arrays.push(Array.from({ length: 100_000 }, Math.random));
    if (at === 3 && failure === 'busy') for (;;);
    if (counter !== undefined) Atomics.add(counter, 0, 1);
    await sleep(0);
    yield at;
  }
}

export const run = streamTask((data: Counting) => ({ head: async () => threadId, batches: () => count(data) }));

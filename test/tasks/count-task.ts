import { setTimeout as sleep } from 'node:timers/promises';
import { threadId } from 'node:worker_threads';
import { invalidField } from '../../server/src/core/errors.ts';
import { streamTask } from '../../server/src/platform/workers/stream.ts';

/** A task for tests of the pool: counts, and fails on request. */
export interface Counting {
  upTo: number;
  /** Shared with the test: how many batches were made. */
  made?: SharedArrayBuffer;
  goesWrong?: 'refusal' | 'error' | 'memory' | 'busy';
}

async function* count({ upTo, made, goesWrong }: Counting): AsyncIterable<number> {
  const counter = made === undefined ? undefined : new Int32Array(made);
  for (let at = 1; at <= upTo; at += 1) {
    if (at === 3 && goesWrong === 'refusal') throw invalidField('file', 'has a third row');
    if (at === 3 && goesWrong === 'error') throw new TypeError('an unexpected error');
    if (at === 3 && goesWrong === 'memory')
      for (const kept: number[][] = []; ; ) kept.push(Array.from({ length: 100_000 }, Math.random));
    if (at === 3 && goesWrong === 'busy') for (;;);
    if (counter !== undefined) Atomics.add(counter, 0, 1);
    await sleep(0);
    yield at;
  }
}

export const run = streamTask((data: Counting) => ({ head: async () => threadId, batches: () => count(data) }));

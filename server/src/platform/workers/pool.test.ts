import assert from 'node:assert/strict';
import { test } from 'node:test';
import { threadId } from 'node:worker_threads';
import type { Counting } from '../../../../test/tasks/count-task.ts';
import { until } from '../../../../test/until.ts';

// Test files share a process, and another one may already use the pool, so these tests load their own copy of the
// module.
const own = new URL('./pool.ts?own', import.meta.url).href;
const { countTasks, countThreads, limitThreads, startStream }: typeof import('./pool.ts') = await import(own);

limitThreads(3);

const module = new URL('../../../../test/tasks/count-task.ts', import.meta.url);
const start = (data: Counting, signal?: AbortSignal) => startStream<number, number>({ module, data, signal });

async function readAll(data: Counting): Promise<number[]> {
  const stream = await start(data);
  const read: number[] = [];
  for (let batch = await stream.next(); batch !== undefined; batch = await stream.next()) read.push(batch);
  assert.equal(await stream.next(), undefined, 'after the end each call returns undefined');
  await stream.close();
  return read;
}

test('reads all batches of a thread in order', async () => {
  const stream = await start({ upTo: 0 });
  assert.notEqual(await stream.head(), threadId);
  assert.equal(await stream.next(), undefined);
  await stream.close();
  await stream.close();
  assert.deepEqual(await readAll({ upTo: 5 }), [1, 2, 3, 4, 5]);
});

test('keeps a task at most one batch ahead of its reader', async () => {
  const made = new SharedArrayBuffer(4);
  const count = () => Atomics.load(new Int32Array(made), 0);
  const stream = await start({ upTo: 1_000, made });
  for (let read = 1; read <= 10; read += 1) {
    assert.equal(await stream.next(), read);
    await until(() => count() === read + 1);
    await new Promise((resolve) => setTimeout(resolve, 10));
    assert.equal(count(), read + 1);
  }
  await stream.close();
});

test('throws the rejection or the error of a task', async () => {
  await assert.rejects(readAll({ upTo: 9, failure: 'refusal' }), {
    code: 'VALIDATION_ERROR',
    details: [{ field: 'file', message: 'has a third row' }],
  });
  await assert.rejects(readAll({ upTo: 9, failure: 'error' }), { name: 'Error', message: /an unexpected error/ });
});

test('ends a task that needs too much memory, but no other task', async () => {
  const other = await start({ upTo: 3 });
  assert.equal(await other.next(), 1);
  await assert.rejects(readAll({ upTo: 9, failure: 'memory' }), {
    code: 'VALIDATION_ERROR',
    details: [{ field: 'file', message: 'takes more memory to read than a file may' }],
  });
  assert.deepEqual([await other.next(), await other.next(), await other.next()], [2, 3, undefined]);
  await other.close();
});

test('ends a task when its client disconnects, even in the middle of a computation', async () => {
  const disconnecting = new AbortController();
  const stream = await start({ upTo: 9, failure: 'busy' }, disconnecting.signal);
  assert.equal(await stream.next(), 1);
  assert.equal(await stream.next(), 2);
  const third = stream.next();
  disconnecting.abort(new Error('gone'));
  await assert.rejects(third, { message: 'gone' });
  // Its thread, or a replacement, is free again.
  assert.deepEqual(await readAll({ upTo: 2 }), [1, 2]);
  await assert.rejects(start({ upTo: 1 }, disconnecting.signal), { message: 'gone' });
});

test('`close` settles after the task has ended: a running, a waiting and a computing one', async () => {
  await until(() => countTasks() === 0);
  const busy = await start({ upTo: 9, failure: 'busy' });
  for (const at of [1, 2]) assert.equal(await busy.next(), at);
  const streams = [busy, ...(await Promise.all([1, 2, 3].map(() => start({ upTo: 9 }))))];
  assert.equal(countTasks(), 4);
  await Promise.all(streams.map(({ close }) => close()));
  assert.equal(countTasks(), 0);
});

test('queues tasks when all threads are busy, and rejects them when the queue is full', async () => {
  await until(() => countTasks() === 0);
  const starts = await Promise.allSettled(Array.from({ length: 100 }, () => start({ upTo: 2 })));
  const streams = starts.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const refused = starts.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
  assert.equal(streams.length, 3 + 64);
  assert.equal(refused.length, 100 - 67);
  assert.deepEqual([...new Set(refused)], ['UNAVAILABLE']);
  assert.equal(await countThreads(), 3);
  await Promise.all(
    streams.map(async (stream) => {
      assert.deepEqual([await stream.next(), await stream.next(), await stream.next()], [1, 2, undefined]);
      await stream.close();
    }),
  );
  // The ended tasks have left the queue.
  assert.deepEqual(await readAll({ upTo: 1 }), [1]);
});

test('ends idle threads', async () => {
  await readAll({ upTo: 1 });
  await until(async () => (await countThreads()) === 0, 60_000);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createKeyedSemaphore, type RejectionReason } from './keyed-semaphore.ts';

const createError = (reason: RejectionReason) => new Error(reason);

test('queues the requests of a key without free slots, but of no other key', async () => {
  const semaphore = createKeyedSemaphore({ slots: 2, max_waiting: 10, createError });
  const first = await semaphore.acquire('a');
  await semaphore.acquire('a');
  assert.equal(semaphore.tryAcquire('a'), undefined);
  const order: number[] = [];
  const third = semaphore.acquire('a').then((release) => {
    order.push(3);
    return release;
  });
  const fourth = semaphore.acquire('a').then(() => order.push(4));
  const other = semaphore.tryAcquire('b');
  assert.ok(other);
  assert.deepEqual(semaphore.counts(), { running: 3, waiting: 2, rejected: 0 });
  first();
  // A second call does not release the slot of another request.
  first();
  (await third)();
  await fourth;
  assert.deepEqual(order, [3, 4]);
  assert.deepEqual(semaphore.counts(), { running: 3, waiting: 0, rejected: 0 });
});

test('rejects when the queue is full or a wait takes too long', async () => {
  const semaphore = createKeyedSemaphore({ slots: 1, max_waiting: 1, max_wait_ms: 1, createError });
  const release = await semaphore.acquire('a');
  const waiting = assert.rejects(semaphore.acquire('a'), /waited_too_long/);
  assert.ok(semaphore.isFull('a'));
  await assert.rejects(semaphore.acquire('a'), /queue_full/);
  await waiting;
  assert.deepEqual(semaphore.counts(), { running: 1, waiting: 0, rejected: 2 });
  release();
  assert.deepEqual(semaphore.counts(), { running: 0, waiting: 0, rejected: 2 });
  assert.ok(semaphore.tryAcquire('a'));
});

test('follows a changing number of slots', async () => {
  let slots = 2;
  const semaphore = createKeyedSemaphore({ slots: () => slots, max_waiting: 9, createError });
  const taken = [await semaphore.acquire('a'), await semaphore.acquire('a')];
  slots = 1;
  let served = 0;
  const waiting = [1, 2, 3].map(() => semaphore.acquire('a').then(() => (served += 1)));
  taken[0]?.();
  await new Promise(setImmediate);
  assert.equal(served, 0);
  slots = 3;
  taken[1]?.();
  await Promise.all(waiting);
});

test('does not count a slot that is held for long, up to a maximum of all slots', async () => {
  const long = { counted_ms: 10, most: 2 };
  const semaphore = createKeyedSemaphore({ slots: 1, long, max_waiting: 9, createError });
  const first = await semaphore.acquire('a');
  assert.equal(semaphore.tryAcquire('a'), undefined);
  const since = performance.now();
  const second = await semaphore.acquire('a');
  assert.ok(performance.now() - since > 5, 'waits for a short one');
  await sleep(2 * long.counted_ms);
  assert.equal(semaphore.tryAcquire('a'), undefined);
  let isServed = false;
  const third = semaphore.acquire('a').then((release) => {
    isServed = true;
    return release;
  });
  await sleep(2 * long.counted_ms);
  assert.equal(isServed, false);
  first();
  (await third)();
  second();
  assert.deepEqual(semaphore.counts(), { running: 0, waiting: 0, rejected: 0 });
  assert.ok(semaphore.tryAcquire('a'));
});

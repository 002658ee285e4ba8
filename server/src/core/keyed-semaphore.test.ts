import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKeyedSemaphore, type RefusedBecause } from './keyed-semaphore.ts';

const refuse = (reason: RefusedBecause) => new Error(reason);

test('queues requests of a key without free slots, and of no other key', async () => {
  const semaphore = createKeyedSemaphore({ places: 2, waiting: 10, refuse });
  const first = await semaphore.enter('a');
  await semaphore.enter('a');
  assert.equal(semaphore.tryEnter('a'), undefined);
  const order: number[] = [];
  const third = semaphore.enter('a').then((release) => {
    order.push(3);
    return release;
  });
  const fourth = semaphore.enter('a').then(() => order.push(4));
  const other = semaphore.tryEnter('b');
  assert.ok(other);
  assert.deepEqual(semaphore.figures(), { under_way: 3, waiting: 2, refused: 0 });
  first();
  // A second call gives nothing back that belongs to somebody else.
  first();
  (await third)();
  await fourth;
  assert.deepEqual(order, [3, 4]);
  assert.deepEqual(semaphore.figures(), { under_way: 3, waiting: 0, refused: 0 });
});

test('rejects when the queue is full or a wait takes too long', async () => {
  const semaphore = createKeyedSemaphore({ places: 1, waiting: 1, patience_ms: 1, refuse });
  const release = await semaphore.enter('a');
  const waiting = assert.rejects(semaphore.enter('a'), /waited_too_long/);
  assert.ok(semaphore.isFull('a'));
  await assert.rejects(semaphore.enter('a'), /queue_full/);
  await waiting;
  assert.deepEqual(semaphore.figures(), { under_way: 1, waiting: 0, refused: 2 });
  release();
  assert.deepEqual(semaphore.figures(), { under_way: 0, waiting: 0, refused: 2 });
  assert.ok(semaphore.tryEnter('a'));
});

test('follows a number of slots that changes while they are taken', async () => {
  let places = 2;
  const semaphore = createKeyedSemaphore({ places: () => places, waiting: 9, refuse });
  const taken = [await semaphore.enter('a'), await semaphore.enter('a')];
  places = 1;
  let served = 0;
  const waiting = [1, 2, 3].map(() => semaphore.enter('a').then(() => (served += 1)));
  taken[0]?.();
  await new Promise(setImmediate);
  assert.equal(served, 0);
  places = 3;
  taken[1]?.();
  await Promise.all(waiting);
});

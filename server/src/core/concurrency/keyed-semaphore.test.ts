import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createKeyedSemaphore, type KeyedSemaphore, type RejectionReason } from './keyed-semaphore.ts';

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
  await setImmediate();
  assert.equal(served, 0);
  slots = 3;
  taken[1]?.();
  await Promise.all(waiting);
});

/** A clock of the test: the times are those of no busy machine. Each look at it may take time, too. */
function useClock(t: TestContext) {
  let now = 0;
  let look_ms = 0;
  t.mock.timers.enable({ apis: ['setTimeout'] });
  t.mock.method(performance, 'now', () => {
    now += look_ms;
    return now;
  });
  return {
    advance(ms: number) {
      now += ms;
      t.mock.timers.tick(ms);
    },
    takesAtEachLook(ms: number) {
      look_ms = ms;
    },
  };
}

/** Tasks that wait for a slot of a key, by the order in which they are served. */
function waitersOf(semaphore: KeyedSemaphore) {
  const served: string[] = [];
  const wait = async (name: string) => {
    const release = await semaphore.acquire('a');
    served.push(name);
    return release;
  };
  return { served, wait };
}

test('does not count a slot that is held for long, up to a maximum of all slots', async (t) => {
  const clock = useClock(t);
  const semaphore = createKeyedSemaphore({ slots: 1, long: { counted_ms: 10, most: 2 }, max_waiting: 9, createError });
  const first = await semaphore.acquire('a');
  const { served, wait } = waitersOf(semaphore);
  const second = wait('second');
  clock.advance(9);
  await setImmediate();
  assert.deepEqual(served, []);
  clock.advance(1);
  await setImmediate();
  assert.deepEqual(served, ['second']);
  clock.advance(100);
  assert.equal(semaphore.tryAcquire('a'), undefined);
  const third = wait('third');
  clock.advance(100);
  await setImmediate();
  assert.deepEqual(served, ['second']);
  first();
  await setImmediate();
  assert.deepEqual(served, ['second', 'third']);
  for (const release of await Promise.all([second, third])) release();
  assert.deepEqual(semaphore.counts(), { running: 0, waiting: 0, rejected: 0 });
});

test('a wait ends when the slot has been held for long, however late the wait began', async (t) => {
  const clock = useClock(t);
  const semaphore = createKeyedSemaphore({ slots: 1, long: { counted_ms: 10, most: 2 }, max_waiting: 9, createError });
  await semaphore.acquire('a');
  clock.advance(6);
  const { served, wait } = waitersOf(semaphore);
  void wait('second');
  clock.advance(3);
  await setImmediate();
  assert.deepEqual(served, []);
  clock.advance(1);
  await setImmediate();
  assert.deepEqual(served, ['second']);
});

test('serves what waits if a slot became long while a free one was looked for', async (t) => {
  const clock = useClock(t);
  const semaphore = createKeyedSemaphore({ slots: 1, long: { counted_ms: 10, most: 2 }, max_waiting: 9, createError });
  await semaphore.acquire('a');
  clock.advance(7);
  clock.takesAtEachLook(1.5);
  const { served, wait } = waitersOf(semaphore);
  void wait('second');
  clock.takesAtEachLook(0);
  clock.advance(1);
  await setImmediate();
  assert.deepEqual(served, ['second']);
});

test('does not look for a free slot while all slots are held for long', async (t) => {
  const clock = useClock(t);
  let looks = 0;
  const slots = () => {
    looks += 1;
    return 1;
  };
  const semaphore = createKeyedSemaphore({ slots, long: { counted_ms: 10, most: 2 }, max_waiting: 9, createError });
  await semaphore.acquire('a');
  clock.advance(10);
  await semaphore.acquire('a');
  clock.advance(10);
  void semaphore.acquire('a');
  const before = looks;
  for (let passed_ms = 0; passed_ms < 20; passed_ms += 1) clock.advance(1);
  assert.equal(looks, before);
});

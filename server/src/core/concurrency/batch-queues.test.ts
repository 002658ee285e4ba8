import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBatchQueues } from './batch-queues.ts';

/** Queues whose batches wait until `release` is called, and a record of the batches. */
function controlledQueues(atMost: number, { weightAtMost = 1_000, secondBatchFrom = 1_000 } = {}) {
  const done: [string, readonly number[]][] = [];
  let gate = Promise.withResolvers<void>();
  const queues = createBatchQueues<number, number>(
    async (queue, items) => {
      done.push([queue, items]);
      await gate.promise;
      if (items.includes(13)) throw new Error('a failing item');
      return items.map((item) => item * 2);
    },
    { atMost, weightAtMost, secondBatchFrom, weigh: (item) => item },
  );
  const release = () => {
    gate.resolve();
    gate = Promise.withResolvers();
    gate.resolve();
  };
  return { queues, done, release };
}

test('starts the first task immediately and combines the tasks that arrive while it runs, in order', async () => {
  const { queues, done, release } = controlledQueues(10);
  const outcomes = [1, 2, 3].map((item) => queues.add('a', item));
  assert.deepEqual(done, [['a', [1]]]);
  release();
  assert.deepEqual(await Promise.all(outcomes), [2, 4, 6]);
  assert.deepEqual(done, [
    ['a', [1]],
    ['a', [2, 3]],
  ]);
  assert.equal(await queues.add('a', 4), 8);
  assert.equal(done.length, 3);
});

test('limits the number of tasks in a batch', async () => {
  const { queues, done, release } = controlledQueues(2);
  const outcomes = [1, 2, 3, 4, 5, 6].map((item) => queues.add('a', item));
  release();
  await Promise.all(outcomes);
  assert.deepEqual(
    done.map(([, items]) => items),
    [[1], [2, 3], [4, 5], [6]],
  );
});

test('limits the weight of a batch; a task above the limit runs alone', async () => {
  const { queues, done, release } = controlledQueues(10, { weightAtMost: 5 });
  const outcomes = [1, 2, 3, 1, 9, 5].map((item) => queues.add('a', item));
  release();
  await Promise.all(outcomes);
  assert.deepEqual(
    done.map(([, items]) => items),
    [[1], [2, 3], [1], [9], [5]],
  );
});

test('starts a second batch beside the running one if many tasks wait, but no third', async () => {
  const { queues, done, release } = controlledQueues(10, { secondBatchFrom: 3 });
  const outcomes = [1, 2, 3].map((item) => queues.add('a', item));
  assert.equal(done.length, 1);
  outcomes.push(...[4, 5, 6, 7, 8].map((item) => queues.add('a', item)));
  assert.deepEqual(done, [
    ['a', [1]],
    ['a', [2, 3, 4]],
  ]);
  release();
  assert.deepEqual(await Promise.all(outcomes), [2, 4, 6, 8, 10, 12, 14, 16]);
  assert.deepEqual(done.at(-1), ['a', [5, 6, 7, 8]]);
  assert.equal(done.length, 3);
  await queues.add('a', 9);
  assert.equal(done.length, 4);
});

test('queues do not wait for each other', async () => {
  const { queues, done } = controlledQueues(10);
  void queues.add('a', 1);
  void queues.add('b', 2);
  assert.deepEqual(
    done.map(([queue]) => queue),
    ['a', 'b'],
  );
});

test('fails all tasks of a failed batch and no others', async () => {
  const { queues, release } = controlledQueues(2);
  const outcomes = [1, 13, 3, 4].map((item) => queues.add('a', item));
  release();
  const settled = await Promise.allSettled(outcomes);
  assert.deepEqual(
    settled.map(({ status }) => status),
    ['fulfilled', 'rejected', 'rejected', 'fulfilled'],
  );
});

test('notices a batch that returns too few results', async () => {
  const queues = createBatchQueues<number, number>(async () => [], { atMost: 5 });
  await assert.rejects(queues.add('a', 1), /1 items had 0 outcomes/);
});

test('a batch that waits for its start takes the tasks that arrive meanwhile, and two do not run them twice', async () => {
  const ran: (readonly number[])[] = [];
  const gates: PromiseWithResolvers<void>[] = [];
  const queues = createBatchQueues<number, number>(
    async (_, items) => {
      ran.push(items);
      return items;
    },
    {
      atMost: 10,
      secondBatchFrom: 2,
      start: async (batch) => {
        const gate = Promise.withResolvers<void>();
        gates.push(gate);
        await gate.promise;
        return batch();
      },
    },
  );
  const outcomes = [1, 2, 3].map((item) => queues.add('a', item));
  assert.equal(gates.length, 2);
  assert.deepEqual(ran, []);
  for (const gate of gates) gate.resolve();
  assert.deepEqual(await Promise.all(outcomes), [1, 2, 3]);
  assert.deepEqual(ran, [[1, 2, 3]]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBatchQueues } from './batch-queues.ts';

/** Queues whose batches wait until they are released, and the batches that ran in each. */
function heldQueues(atMost: number, { weightAtMost = 1_000, besideFrom = 1_000 } = {}) {
  const done: [string, readonly number[]][] = [];
  let gate = Promise.withResolvers<void>();
  const queues = createBatchQueues<number, number>(
    async (queue, items) => {
      done.push([queue, items]);
      await gate.promise;
      if (items.includes(13)) throw new Error('not with that one');
      return items.map((item) => item * 2);
    },
    { atMost, weightAtMost, besideFrom, weigh: (item) => item },
  );
  const letGo = () => {
    gate.resolve();
    gate = Promise.withResolvers();
    gate.resolve();
  };
  return { queues, done, letGo };
}

test('starts the first task at once and combines those that arrive meanwhile, in order', async () => {
  const { queues, done, letGo } = heldQueues(10);
  const outcomes = [1, 2, 3].map((item) => queues.join('a', item));
  assert.deepEqual(done, [['a', [1]]]);
  letGo();
  assert.deepEqual(await Promise.all(outcomes), [2, 4, 6]);
  assert.deepEqual(done, [
    ['a', [1]],
    ['a', [2, 3]],
  ]);
  assert.equal(await queues.join('a', 4), 8);
  assert.equal(done.length, 3);
});

test('runs no more than the maximum at once', async () => {
  const { queues, done, letGo } = heldQueues(2);
  const outcomes = [1, 2, 3, 4, 5, 6].map((item) => queues.join('a', item));
  letGo();
  await Promise.all(outcomes);
  assert.deepEqual(
    done.map(([, items]) => items),
    [[1], [2, 3], [4, 5], [6]],
  );
});

test('limits the work of a batch; a task above the limit runs alone', async () => {
  const { queues, done, letGo } = heldQueues(10, { weightAtMost: 5 });
  const outcomes = [1, 2, 3, 1, 9, 5].map((item) => queues.join('a', item));
  letGo();
  await Promise.all(outcomes);
  assert.deepEqual(
    done.map(([, items]) => items),
    [[1], [2, 3], [1], [9], [5]],
  );
});

test('starts a second batch beside the running one when many wait, and no third', async () => {
  const { queues, done, letGo } = heldQueues(10, { besideFrom: 3 });
  const outcomes = [1, 2, 3].map((item) => queues.join('a', item));
  assert.equal(done.length, 1);
  outcomes.push(...[4, 5, 6, 7, 8].map((item) => queues.join('a', item)));
  assert.deepEqual(done, [
    ['a', [1]],
    ['a', [2, 3, 4]],
  ]);
  letGo();
  assert.deepEqual(await Promise.all(outcomes), [2, 4, 6, 8, 10, 12, 14, 16]);
  assert.deepEqual(done.at(-1), ['a', [5, 6, 7, 8]]);
  assert.equal(done.length, 3);
  await queues.join('a', 9);
  assert.equal(done.length, 4);
});

test('does not let one queue wait for another', async () => {
  const { queues, done } = heldQueues(10);
  void queues.join('a', 1);
  void queues.join('b', 2);
  assert.deepEqual(
    done.map(([queue]) => queue),
    ['a', 'b'],
  );
});

test('fails all tasks of a failed batch and no others', async () => {
  const { queues, letGo } = heldQueues(2);
  const outcomes = [1, 13, 3, 4].map((item) => queues.join('a', item));
  letGo();
  const settled = await Promise.allSettled(outcomes);
  assert.deepEqual(
    settled.map(({ status }) => status),
    ['fulfilled', 'rejected', 'rejected', 'fulfilled'],
  );
});

test('notices a batch that returns too few results', async () => {
  const queues = createBatchQueues<number, number>(async () => [], { atMost: 5 });
  await assert.rejects(queues.join('a', 1), /1 items had 0 outcomes/);
});

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

test('the first is begun with at once, those who come meanwhile are done together, in their order', async () => {
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

test('no more at once than may be', async () => {
  const { queues, done, letGo } = heldQueues(2);
  const outcomes = [1, 2, 3, 4, 5, 6].map((item) => queues.join('a', item));
  letGo();
  await Promise.all(outcomes);
  assert.deepEqual(
    done.map(([, items]) => items),
    [[1], [2, 3], [4, 5], [6]],
  );
});

test('no more work at once than may be, and what is more by itself is done alone', async () => {
  const { queues, done, letGo } = heldQueues(10, { weightAtMost: 5 });
  const outcomes = [1, 2, 3, 1, 9, 5].map((item) => queues.join('a', item));
  letGo();
  await Promise.all(outcomes);
  assert.deepEqual(
    done.map(([, items]) => items),
    [[1], [2, 3], [1], [9], [5]],
  );
});

test('where many wait they are begun with beside those under way, and no third beside both', async () => {
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

test('a queue does not wait for another', async () => {
  const { queues, done } = heldQueues(10);
  void queues.join('a', 1);
  void queues.join('b', 2);
  assert.deepEqual(
    done.map(([queue]) => queue),
    ['a', 'b'],
  );
});

test('what fails has failed for all who were in it, and for nobody else', async () => {
  const { queues, letGo } = heldQueues(2);
  const outcomes = [1, 13, 3, 4].map((item) => queues.join('a', item));
  letGo();
  const settled = await Promise.allSettled(outcomes);
  assert.deepEqual(
    settled.map(({ status }) => status),
    ['fulfilled', 'rejected', 'rejected', 'fulfilled'],
  );
});

test('work that forgets somebody is noticed', async () => {
  const queues = createBatchQueues<number, number>(async () => [], { atMost: 5 });
  await assert.rejects(queues.join('a', 1), /1 items had 0 outcomes/);
});

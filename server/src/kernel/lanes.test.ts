import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openLanes } from './lanes.ts';

/** Lanes whose work waits until it is let go, and what was done together in which. */
function heldLanes(atMost: number, { weightAtMost = 1_000, besideFrom = 1_000 } = {}) {
  const done: [string, readonly number[]][] = [];
  let gate = Promise.withResolvers<void>();
  const lanes = openLanes<number, number>(
    async (lane, items) => {
      done.push([lane, items]);
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
  return { lanes, done, letGo };
}

test('the first is begun with at once, those who come meanwhile are done together, in their order', async () => {
  const { lanes, done, letGo } = heldLanes(10);
  const outcomes = [1, 2, 3].map((item) => lanes.join('a', item));
  assert.deepEqual(done, [['a', [1]]]);
  letGo();
  assert.deepEqual(await Promise.all(outcomes), [2, 4, 6]);
  assert.deepEqual(done, [
    ['a', [1]],
    ['a', [2, 3]],
  ]);
  assert.equal(await lanes.join('a', 4), 8);
  assert.equal(done.length, 3);
});

test('no more at once than may be', async () => {
  const { lanes, done, letGo } = heldLanes(2);
  const outcomes = [1, 2, 3, 4, 5, 6].map((item) => lanes.join('a', item));
  letGo();
  await Promise.all(outcomes);
  assert.deepEqual(
    done.map(([, items]) => items),
    [[1], [2, 3], [4, 5], [6]],
  );
});

test('no more work at once than may be, and what is more by itself is done alone', async () => {
  const { lanes, done, letGo } = heldLanes(10, { weightAtMost: 5 });
  const outcomes = [1, 2, 3, 1, 9, 5].map((item) => lanes.join('a', item));
  letGo();
  await Promise.all(outcomes);
  assert.deepEqual(
    done.map(([, items]) => items),
    [[1], [2, 3], [1], [9], [5]],
  );
});

test('where many wait they are begun with beside those under way, and no third beside both', async () => {
  const { lanes, done, letGo } = heldLanes(10, { besideFrom: 3 });
  const outcomes = [1, 2, 3].map((item) => lanes.join('a', item));
  assert.equal(done.length, 1);
  outcomes.push(...[4, 5, 6, 7, 8].map((item) => lanes.join('a', item)));
  assert.deepEqual(done, [
    ['a', [1]],
    ['a', [2, 3, 4]],
  ]);
  letGo();
  assert.deepEqual(await Promise.all(outcomes), [2, 4, 6, 8, 10, 12, 14, 16]);
  assert.deepEqual(done.at(-1), ['a', [5, 6, 7, 8]]);
  assert.equal(done.length, 3);
  await lanes.join('a', 9);
  assert.equal(done.length, 4);
});

test('a lane does not wait for another', async () => {
  const { lanes, done } = heldLanes(10);
  void lanes.join('a', 1);
  void lanes.join('b', 2);
  assert.deepEqual(
    done.map(([lane]) => lane),
    ['a', 'b'],
  );
});

test('what fails has failed for all who were in it, and for nobody else', async () => {
  const { lanes, letGo } = heldLanes(2);
  const outcomes = [1, 13, 3, 4].map((item) => lanes.join('a', item));
  letGo();
  const settled = await Promise.allSettled(outcomes);
  assert.deepEqual(
    settled.map(({ status }) => status),
    ['fulfilled', 'rejected', 'rejected', 'fulfilled'],
  );
});

test('work that forgets somebody is noticed', async () => {
  const lanes = openLanes<number, number>(async () => [], { atMost: 5 });
  await assert.rejects(lanes.join('a', 1), /1 items came to 0 outcomes/);
});

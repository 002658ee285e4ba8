import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWorkQueue } from './work-queue.ts';

/** Work that finishes when the test calls `end`. */
function controlledQueue() {
  const queue = createWorkQueue({ at_once: 3, per_owner: 2 });
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (key: string) =>
    queue.add(key, key[0] ?? '', () => {
      started.push(key);
      return new Promise((resolve) => ends.set(key, resolve));
    });
  const end = async (key: string) => {
    ends.get(key)?.();
    await new Promise(setImmediate);
  };
  return { queue, started, ask, end };
}

test('limits work overall and per owner, and starts the rest in order of request', async () => {
  const { queue, started, ask, end } = controlledQueue();
  for (const key of ['a1', 'a2', 'a3', 'b1', 'c1', 'a1', 'a3']) ask(key);
  assert.deepEqual(started, ['a1', 'a2', 'b1']);
  await end('b1');
  assert.deepEqual(started.slice(3), ['c1']);
  await end('a1');
  assert.deepEqual(started.slice(4), ['a3']);
  ask('a1');
  for (const key of ['a2', 'a3', 'c1', 'a1']) await end(key);
  assert.deepEqual(started.slice(5), ['a1']);
  await queue.idle();
});

test('owners take turns: the next task is of the owner with the fewest running ones', async () => {
  const { started, ask, end } = controlledQueue();
  for (const key of ['a1', 'a2', 'b1', 'a3', 'b2', 'c1']) ask(key);
  await end('a1');
  await end('b1');
  await end('c1');
  assert.deepEqual(started, ['a1', 'a2', 'b1', 'c1', 'b2', 'a3']);
});

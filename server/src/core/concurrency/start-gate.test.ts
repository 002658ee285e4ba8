import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStartGate } from './start-gate.ts';

const never_ms = 2 ** 31 - 1;

/** Work that runs until it is ended, and the names of the works that have started. */
function controlledWork(options: { atOnce: number; wait_ms?: number; counted_ms?: number }) {
  const gate = createStartGate({ wait_ms: never_ms, counted_ms: never_ms, ...options });
  const started: string[] = [];
  const begin = (name: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const result = gate.run(() => {
      started.push(name);
      return promise;
    });
    return { result, end: () => resolve(name), fail: () => reject(new Error(name)) };
  };
  return { started, begin };
}

test('starts work immediately until the limit, and further work in its order when other work ends or fails', async () => {
  const { started, begin } = controlledWork({ atOnce: 2 });
  const works = ['a', 'b', 'c', 'd', 'e'].map(begin);
  assert.deepEqual(started, ['a', 'b']);
  works[1]?.end();
  assert.equal(await works[1]?.result, 'b');
  await Promise.resolve();
  assert.deepEqual(started, ['a', 'b', 'c']);
  works[0]?.fail();
  await assert.rejects(works[0]?.result ?? Promise.resolve(), /^Error: a$/);
  await Promise.resolve();
  assert.deepEqual(started, ['a', 'b', 'c', 'd']);
  for (const { end } of works) end();
  await Promise.all(works.slice(1).map(({ result }) => result));
  assert.deepEqual(started, ['a', 'b', 'c', 'd', 'e']);
  begin('f').end();
  assert.equal(started.at(-1), 'f');
});

test('starts work after the longest wait although other work runs, and starts it once', async () => {
  const { started, begin } = controlledWork({ atOnce: 1, wait_ms: 5 });
  const first = begin('first');
  const second = begin('second');
  assert.deepEqual(started, ['first']);
  second.end();
  assert.equal(await second.result, 'second');
  first.end();
  await first.result;
  assert.deepEqual(started, ['first', 'second']);
});

test('does not start waiting work while as much runs as may, since some of it did not wait to the end', async () => {
  const { started, begin } = controlledWork({ atOnce: 1, wait_ms: 20 });
  const first = begin('first');
  const second = begin('second');
  while (started.length < 2) await new Promise((resolve) => setTimeout(resolve, 1));
  const third = begin('third');
  first.end();
  await first.result;
  await Promise.resolve();
  assert.deepEqual(started, ['first', 'second']);
  second.end();
  await second.result;
  third.end();
  await third.result;
  assert.deepEqual(started, ['first', 'second', 'third']);
});

test('does not count work that has run for long', async () => {
  const { started, begin } = controlledWork({ atOnce: 1, counted_ms: 0 });
  const stuck = begin('stuck');
  const other = begin('other');
  assert.deepEqual(started, ['stuck', 'other']);
  for (const { end } of [stuck, other]) end();
  await Promise.all([stuck.result, other.result]);
});

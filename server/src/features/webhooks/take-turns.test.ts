import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTurns } from './take-turns.ts';

/** Work that finishes when the test says so. */
function aDay() {
  const turns = createTurns({ at_once: 3, for_each: 2 });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (key: string) =>
    turns.ask(key, key[0] ?? '', () => {
      begun.push(key);
      return new Promise((resolve) => ends.set(key, resolve));
    });
  const end = async (key: string) => {
    ends.get(key)?.();
    await new Promise(setImmediate);
  };
  return { turns, begun, ask, end };
}

test('limits work overall and per owner, and starts the rest in order of request', async () => {
  const { turns, begun, ask, end } = aDay();
  for (const key of ['a1', 'a2', 'a3', 'b1', 'c1', 'a1', 'a3']) ask(key);
  assert.deepEqual(begun, ['a1', 'a2', 'b1']);
  await end('b1');
  assert.deepEqual(begun.slice(3), ['c1']);
  await end('a1');
  assert.deepEqual(begun.slice(4), ['a3']);
  ask('a1');
  for (const key of ['a2', 'a3', 'c1', 'a1']) await end(key);
  assert.deepEqual(begun.slice(5), ['a1']);
  await turns.idle();
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countTurns } from '../../../../test/loop-turns.ts';
import { createPacedTurns } from './paced-turns.ts';

const nextTurn = () => new Promise((resume) => setImmediate(resume));

/** Begins callers of these keys, and notes for each the number of turns that it waited. */
function beginAll(perTurn: number, keys: readonly string[]) {
  // Counts from the start, so that the callers that begin in a turn see its number.
  const loop = countTurns();
  const turns = createPacedTurns(perTurn);
  const begun: [key: string, turn: number][] = [];
  const note = (key: string) => void begun.push([key, loop.current()]);
  for (const key of keys) {
    const wait = turns.begin(key);
    if (wait === undefined) note(key);
    else void wait.then(() => note(key));
  }
  const finish = async () => {
    while (begun.length < keys.length) await nextTurn();
    loop.stop();
    return begun;
  };
  return { turns, begun, finish };
}

test('begins as many callers in each turn as are allowed, in the order of arrival', async () => {
  const { begun, finish } = beginAll(2, ['a', 'a', 'a', 'a', 'a']);
  assert.deepEqual(begun, [
    ['a', 0],
    ['a', 0],
  ]);
  await finish();
  const perTurn = Map.groupBy(begun, ([, turn]) => turn);
  assert.deepEqual(
    [...perTurn.values()].map(({ length }) => length),
    [2, 2, 1],
  );
});

test('a key with one caller waits for one caller of a key with many', async () => {
  const { finish } = beginAll(1, ['many', 'many', 'many', 'many', 'one']);
  const begun = await finish();
  assert.deepEqual(
    begun.map(([key]) => key),
    ['many', 'many', 'one', 'many', 'many'],
  );
});

test('no caller waits while there is room, or longer than the callers before it', async () => {
  const { turns, finish } = beginAll(2, ['a', 'a', 'a']);
  await finish();
  await nextTurn();
  await nextTurn();
  assert.equal(turns.begin('a'), undefined);
  assert.equal(turns.begin('b'), undefined);
  const waiting = turns.begin('b');
  assert.ok(waiting);
  await waiting;
});

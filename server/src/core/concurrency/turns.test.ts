import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countTurns } from '../../../../test/loop-turns.ts';
import { createTurns } from './turns.ts';

test('gives each caller its own turn of the event loop, in the order of the calls', async () => {
  const turns = createTurns();
  const seen: string[] = [];
  const loop = countTurns();
  await Promise.all(['a', 'b', 'c'].map((name) => turns().then(() => seen.push(`${name}${loop.current()}`))));
  loop.stop();
  assert.deepEqual(
    seen.map((one) => one[0]),
    ['a', 'b', 'c'],
  );
  assert.equal(new Set(seen.map((one) => one.slice(1))).size, 3, seen.join());
});

test('a later caller does not wait for turns that have passed', async () => {
  const turns = createTurns();
  await turns();
  let isDone = false;
  void turns().then(() => {
    isDone = true;
  });
  await new Promise((resume) => setImmediate(resume));
  await new Promise((resume) => setImmediate(resume));
  assert.ok(isDone);
});

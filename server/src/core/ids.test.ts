import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inOrder, newId } from './ids.ts';

test('creates ids that sort by creation time', () => {
  const ids = Array.from({ length: 2_000 }, newId);
  assert.deepEqual(ids.toSorted(), ids);
  assert.ok(ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)));
});

test('counts the ids of a millisecond from zero, as far as the format allows', () => {
  const times = ['01919191-9191', ...Array<string>(4_097).fill('01919191-9192'), '01919191-9193'];
  const next = inOrder(() => `${times.shift()}-7aaa-8bbb-cccccccccccc`);
  const ids = Array.from({ length: 4_099 }, next);
  assert.deepEqual(ids.slice(0, 3), [
    '01919191-9191-7000-8bbb-cccccccccccc',
    '01919191-9192-7000-8bbb-cccccccccccc',
    '01919191-9192-7001-8bbb-cccccccccccc',
  ]);
  assert.deepEqual(ids.slice(-3), [
    '01919191-9192-7fff-8bbb-cccccccccccc',
    '01919191-9192-7aaa-8bbb-cccccccccccc',
    '01919191-9193-7000-8bbb-cccccccccccc',
  ]);
});

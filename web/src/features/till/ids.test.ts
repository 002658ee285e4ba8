import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from './ids.ts';

test('makes random UUIDs of version 4, each another one', () => {
  const ids = Array.from({ length: 500 }, newId);
  for (const id of ids) assert.match(id, /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  assert.equal(new Set(ids).size, ids.length);
  // Each other digit takes every value.
  for (const at of [0, 15, 16, 17, 20, 35]) assert.equal(new Set(ids.map((id) => id[at])).size, 16, `digit ${at}`);
  assert.equal(new Set(ids.map((id) => id[19])).size, 4);
});

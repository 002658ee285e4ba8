import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from './ids.ts';

test('creates ids that sort by creation time', () => {
  const ids = Array.from({ length: 2_000 }, newId);
  assert.deepEqual(ids.toSorted(), ids);
  assert.ok(ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)));
});

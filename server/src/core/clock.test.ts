import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addMs, minuteOf } from './clock.ts';

test('instants of one minute have the same key, and those of the next another', () => {
  const [first, last, next] = ['10:20:00.000', '10:20:59.999', '10:21:00.000'].map((at) =>
    minuteOf(`2026-03-01T${at}Z`),
  );
  assert.equal(first, last);
  assert.notEqual(first, minuteOf('2025-03-01T10:20:00.000Z'));
  assert.notEqual(last, next);
});

test('adds milliseconds to an instant, and takes them away', () => {
  assert.equal(addMs('2026-02-28T23:59:59.999Z', 1), '2026-03-01T00:00:00.000Z');
  assert.equal(addMs('2026-03-01T00:00:00.000Z', -1), '2026-02-28T23:59:59.999Z');
});

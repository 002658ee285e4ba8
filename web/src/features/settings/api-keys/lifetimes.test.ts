import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expiryOf, lifetimes } from './lifetimes.ts';

test('a key expires after its days at the same time of day, or never', () => {
  const now = Date.parse('2026-01-01T12:30:00Z');
  assert.deepEqual(
    lifetimes.map((lifetime) => expiryOf(lifetime, now)),
    ['2026-01-31T12:30:00.000Z', '2026-04-01T12:30:00.000Z', '2027-01-01T12:30:00.000Z', null],
  );
});

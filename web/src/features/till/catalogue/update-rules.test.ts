import assert from 'node:assert/strict';
import { test } from 'node:test';
import { updateInterval } from './update-rules.ts';

test('polls each minute, but each five minutes with events and after a success', () => {
  const withEvents = (what: string) => what === 'events:read';
  const others = (what: string) => what !== 'events:read';
  assert.deepEqual(
    [
      updateInterval(withEvents, true),
      updateInterval(withEvents, false),
      updateInterval(others, true),
      updateInterval(others, false),
    ],
    [300_000, 60_000, 60_000, 60_000],
  );
});

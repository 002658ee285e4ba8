import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockIn, instantOf } from './clock.ts';

test('reads a local time back as the instant that it was written for', () => {
  for (const [zone, instant, clock] of [
    ['America/New_York', '2026-03-02T14:00:00Z', '2026-03-02T09:00'],
    ['America/New_York', '2026-07-02T13:00:00Z', '2026-07-02T09:00'],
    ['Asia/Jakarta', '2026-03-01T20:30:00Z', '2026-03-02T03:30'],
    ['Asia/Kathmandu', '2026-03-01T20:30:00Z', '2026-03-02T02:15'],
    // The hours after the clocks change.
    ['America/New_York', '2026-03-08T08:00:00Z', '2026-03-08T04:00'],
    ['Europe/Berlin', '2026-03-29T01:30:00Z', '2026-03-29T03:30'],
    ['Europe/Berlin', '2026-10-25T02:30:00Z', '2026-10-25T03:30'],
  ] as const) {
    assert.equal(clockIn(zone, Date.parse(instant)), clock);
    assert.equal(instantOf(clock, zone), Date.parse(instant), `${clock} in ${zone}`);
  }
});

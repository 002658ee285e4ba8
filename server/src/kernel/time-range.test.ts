import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from './refusal.ts';
import { readTimeRange } from './time-range.ts';

test('days are whole days on the zone’s calendar', () => {
  assert.deepEqual(readTimeRange({ start_date: '2026-03-01', end_date: '2026-03-01' }, 'Asia/Jakarta'), {
    from: '2026-02-28T17:00:00.000Z',
    before: '2026-03-01T17:00:00.000Z',
  });
});

test('timestamps are taken at any offset, and the last instant is included', () => {
  assert.deepEqual(readTimeRange({ start_date: '2026-03-01T10:00:00+02:00', end_date: '2026-03-01T08:00:00Z' }, 'UTC'), {
    from: '2026-03-01T08:00:00.000Z',
    before: '2026-03-01T08:00:00.001Z',
  });
});

test('either end may be open', () => {
  assert.deepEqual(readTimeRange({}, 'UTC'), { from: null, before: null });
});

test('a start after its end is refused', () => {
  assert.throws(() => readTimeRange({ start_date: '2026-03-02', end_date: '2026-03-01' }, 'UTC'), Refusal);
});

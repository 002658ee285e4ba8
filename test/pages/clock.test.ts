import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockIn, instantOf } from '../../web/src/design/clock.ts';

test('converts between local time and instant in any time zone', () => {
  const instants = [
    '2026-01-15T00:00Z',
    '2026-06-15T12:30Z',
    '2026-03-08T09:59Z',
    '2026-03-08T10:00Z',
    '2026-11-01T06:30Z',
    '2026-12-31T23:59Z',
  ];
  for (const timeZone of ['UTC', 'Asia/Jakarta', 'America/Los_Angeles', 'Asia/Kolkata', 'Pacific/Kiritimati'])
    for (const instant of instants) {
      const clock = clockIn(timeZone, Date.parse(instant));
      assert.match(clock, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/);
      assert.equal(
        new Date(instantOf(clock, timeZone)).toISOString(),
        new Date(instant).toISOString(),
        `${instant} in ${timeZone}`,
      );
    }
  assert.equal(clockIn('Asia/Jakarta', Date.parse('2026-03-02T02:00Z')), '2026-03-02T09:00');
});

test('resolves repeated and skipped hours of a clock change', () => {
  const twice = instantOf('2026-11-01T01:30', 'America/Los_Angeles');
  assert.equal(clockIn('America/Los_Angeles', twice), '2026-11-01T01:30');
  const never = instantOf('2026-03-08T02:30', 'America/Los_Angeles');
  assert.ok(['2026-03-08T01:30', '2026-03-08T03:30'].includes(clockIn('America/Los_Angeles', never)));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayAfter, readDateRange, todayIn } from './days.ts';

test('today is the date in the given time zone', () => {
  const now = new Date('2026-12-31T23:30:00Z');
  assert.deepEqual(
    ['UTC', 'Asia/Jakarta', 'America/New_York'].map((zone) => todayIn(zone, now)),
    ['2026-12-31', '2027-01-01', '2026-12-31'],
  );
  assert.equal(todayIn('Pacific/Kiritimati', new Date('2026-03-04T11:00:00Z')), '2026-03-05');
});

test('counts days over the ends of months and years', () => {
  assert.equal(dayAfter('2026-02-28', 1), '2026-03-01');
  assert.equal(dayAfter('2028-02-28', 1), '2028-02-29');
  assert.equal(dayAfter('2026-01-01', -1), '2025-12-31');
  assert.equal(dayAfter('2026-05-05', 0), '2026-05-05');
});

test('reads the days that exist, and no end before its start', () => {
  assert.deepEqual(readDateRange({ from: '2026-01-02', to: '2026-01-03' }), { from: '2026-01-02', to: '2026-01-03' });
  assert.deepEqual(readDateRange({ from: '2026-01-02', to: '2026-01-02' }), { from: '2026-01-02', to: '2026-01-02' });
  assert.deepEqual(readDateRange({ from: '2026-01-03', to: '2026-01-02' }), { from: '2026-01-03' });
  assert.deepEqual(readDateRange({ to: '2026-01-02' }), { to: '2026-01-02' });
  for (const from of ['2026-02-30', '2026-13-01', '26-01-01', '2026-01-01T00:00:00Z', 20_260_101, '', undefined])
    assert.deepEqual(readDateRange({ from, to: '2026-01-02' }), { to: '2026-01-02' }, String(from));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysBefore, daysOfLastYear, daysOfPeriod, daysToCompare, isPeriod, isTooLong, periods } from './period.ts';

/** A Wednesday. */
const today = '2026-11-25';
const show = (period: Parameters<typeof daysOfPeriod>[0], on = today) =>
  Object.values(daysOfPeriod(period, on)).join(' to ');

test('the periods follow the calendar, and end today if they are not over', () => {
  assert.deepEqual(
    (['month', ...periods] as const).map((period) => `${period} ${show(period)}`),
    [
      'month 2026-11-01 to 2026-11-25',
      'today 2026-11-25 to 2026-11-25',
      'yesterday 2026-11-24 to 2026-11-24',
      'week 2026-11-23 to 2026-11-25',
      'last_week 2026-11-16 to 2026-11-22',
      'last_month 2026-10-01 to 2026-10-31',
      'quarter 2026-10-01 to 2026-11-25',
      'year 2026-01-01 to 2026-11-25',
    ],
  );
});

test('weeks begin on Monday, and periods cross the ends of months and years', () => {
  assert.equal(show('week', '2026-11-29'), '2026-11-23 to 2026-11-29');
  assert.equal(show('week', '2027-01-01'), '2026-12-28 to 2027-01-01');
  assert.equal(show('last_month', '2027-01-31'), '2026-12-01 to 2026-12-31');
  assert.equal(show('last_month', '2024-03-31'), '2024-02-01 to 2024-02-29');
  assert.equal(show('quarter', '2026-03-31'), '2026-01-01 to 2026-03-31');
  assert.equal(show('quarter', '2026-04-01'), '2026-04-01 to 2026-04-01');
});

test('knows its periods by name', () => {
  assert.ok(isPeriod('last_week') && !isPeriod('month') && !isPeriod('30days') && !isPeriod(undefined));
});

test('a leap year is not too long, a day more is', () => {
  assert.ok(!isTooLong({ start_date: '2024-01-01', end_date: '2024-12-31' }));
  assert.ok(isTooLong({ start_date: '2024-01-01', end_date: '2025-01-01' }));
});

test('the period before has as many days, and ends the day before', () => {
  assert.deepEqual(daysBefore({ start_date: '2026-03-01', end_date: '2026-03-31' }), {
    start_date: '2026-01-29',
    end_date: '2026-02-28',
  });
  assert.deepEqual(daysBefore({ start_date: today, end_date: today }), {
    start_date: '2026-11-24',
    end_date: '2026-11-24',
  });
});

test('the same period of last year has the same dates', () => {
  const days = { start_date: '2024-02-29', end_date: '2024-03-31' };
  const before = { start_date: '2023-02-28', end_date: '2023-03-31' };
  assert.deepEqual(daysOfLastYear(days), before);
  assert.deepEqual(daysToCompare(days, { comparison: 'last_year' }), before);
});

test('a period is compared with the period before, with any other days, or with nothing', () => {
  const days = { start_date: '2024-02-29', end_date: '2024-03-31' };
  const before = { start_date: '2024-01-28', end_date: '2024-02-28' };
  const [from, to] = ['2020-05-01', '2020-05-31'];
  assert.deepEqual(daysToCompare(days, { comparison: 'previous', from, to }), before);
  assert.deepEqual(daysToCompare(days, { comparison: 'days' }), before);
  assert.deepEqual(daysToCompare(days, { comparison: 'days', from, to }), { start_date: from, end_date: to });
  assert.deepEqual(daysToCompare(days, { comparison: 'days', from }), { ...before, start_date: from });
  assert.deepEqual(daysToCompare(days, { comparison: 'days', to }), { start_date: to, end_date: before.start_date });
  assert.equal(daysToCompare(days, { comparison: 'none', from, to }), undefined);
});

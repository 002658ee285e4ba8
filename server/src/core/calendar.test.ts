import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type Day,
  dayOf,
  daysBetween,
  instantAfter,
  isTimeZone,
  nextDay,
  type Period,
  periodStart,
  periodsBetween,
  readDay,
  readTimestamp,
  startOfDay,
} from './calendar.ts';

/** Zones with and without daylight saving time, with fractional offsets, and with clock changes at midnight. */
const zones = [
  'UTC',
  'Asia/Jakarta',
  'Asia/Kathmandu',
  'America/New_York',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'America/Santiago',
  'Asia/Beirut',
];
const zone = fc.constantFrom(...zones);
const first = '2024-01-01';
const last = '2026-12-31';

const after = (day: Day, days: number): Day => Temporal.PlainDate.from(day).add({ days }).toString();
const someDay = fc.integer({ min: 0, max: 30_000 }).map((days) => after('1970-01-01', days));
const period = fc.constantFrom<Period>('day', 'week', 'month');

/** The local day by Intl, as an independent implementation. */
function dayByIntl(at: string, timeZone: string): Day {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(new Date(at));
  const value = (type: string) => parts.find((part) => part.type === type)?.value;
  return `${value('year')}-${value('month')}-${value('day')}`;
}

test('starts each day where the previous one ends, in every time zone, for three years', () => {
  for (const timeZone of zones) {
    const lengths = new Set<number>();
    for (let day = first; day <= last; day = nextDay(day)) {
      const start = startOfDay(day, timeZone);
      const end = startOfDay(nextDay(day), timeZone);
      assert.equal(dayOf(start, timeZone), day);
      assert.equal(dayByIntl(start, timeZone), day);
      const before = new Date(Date.parse(start) - 1).toISOString();
      assert.equal(
        dayByIntl(before, timeZone),
        after(day, -1),
        `${start} is not the first instant of ${day} in ${timeZone}`,
      );
      lengths.add((Date.parse(end) - Date.parse(start)) / 3_600_000);
    }
    const changing = {
      'Australia/Lord_Howe': [23.5, 24, 24.5],
      UTC: [24],
      'Asia/Jakarta': [24],
      'Asia/Kathmandu': [24],
    };
    assert.deepEqual([...lengths].sort(), changing[timeZone as keyof typeof changing] ?? [23, 24, 25], timeZone);
  }
});

test('starts a day without midnight at its first instant', () => {
  assert.equal(startOfDay('2024-04-26', 'Africa/Cairo'), '2024-04-25T22:00:00.000Z');
  assert.equal(startOfDay('2024-09-08', 'America/Santiago'), '2024-09-08T04:00:00.000Z');
  assert.equal(startOfDay('2024-03-31', 'Asia/Beirut'), '2024-03-30T22:00:00.000Z');
});

test('returns the local day of the time zone', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: Date.parse('2024-01-01'), max: Date.parse('2027-01-01') }),
      zone,
      (at_ms, timeZone) => {
        const at = new Date(at_ms).toISOString();
        const day = dayOf(at, timeZone);
        assert.equal(day, dayByIntl(at, timeZone));
        assert.ok(startOfDay(day, timeZone) <= at && at < startOfDay(nextDay(day), timeZone));
      },
    ),
    { numRuns: 1_000 },
  );
});

test('assigns each day to the latest period that starts on or before it', () => {
  fc.assert(
    fc.property(someDay, fc.integer({ min: 0, max: 400 }), period, (start, length, timeZone) => {
      const end = after(start, length);
      const starts = periodsBetween(start, end, timeZone);
      assert.deepEqual(starts, [...new Set(starts)].sort());
      assert.ok((starts[0] ?? '') <= start);
      for (let day = start; day <= end; day = nextDay(day)) {
        const own = starts.filter((begin) => begin <= day).at(-1);
        assert.equal(own, periodStart(day, timeZone));
      }
    }),
    { numRuns: 100 },
  );
});

test('starts weeks on Monday and months on the first', () => {
  fc.assert(
    fc.property(someDay, (day) => {
      assert.equal(new Date(periodStart(day, 'week')).getUTCDay(), 1);
      assert.ok(daysBetween(periodStart(day, 'week'), day) <= 7);
      assert.equal(periodStart(day, 'month'), `${day.slice(0, 8)}01`);
      assert.equal(periodStart(day, 'day'), day);
    }),
  );
});

test('includes both ends of a range', () => {
  assert.equal(daysBetween('2026-01-01', '2026-01-01'), 1);
  assert.equal(daysBetween('2024-02-01', '2024-03-01'), 30);
});

test('rejects days that do not exist', () => {
  for (const text of [
    '2026-02-29',
    '2026-13-01',
    '2026-1-1',
    '20260101',
    '2026-01-01T00:00',
    '0000-01-01',
    '',
    ' 2026-01-01',
  ])
    assert.equal(readDay(text), undefined, text);
  for (const text of ['2024-02-29', '0001-01-02', '9999-12-31']) assert.equal(readDay(text), text);
});

test('reads timestamps with any offset, and rejects those without', () => {
  assert.equal(readTimestamp('2026-01-01T07:00:00+07:00'), '2026-01-01T00:00:00.000Z');
  assert.equal(readTimestamp('2026-01-01T00:00Z'), '2026-01-01T00:00:00.000Z');
  assert.equal(readTimestamp('2026-01-01T00:00:00.123456Z'), '2026-01-01T00:00:00.123Z');
  for (const end of ['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z']) assert.equal(readTimestamp(end), end);
  for (const text of [
    '2026-01-01T00:00:00',
    '2026-01-01',
    '2026-02-30T00:00:00Z',
    '0001-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    'now',
  ])
    assert.equal(readTimestamp(text), undefined, text);
});

test('keeps years within four digits in every time zone', () => {
  const fourDigitYear = /^\d{4}-\d{2}-\d{2}/;
  for (const timeZone of [...zones, 'Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    for (const day of ['0001-01-01', '9999-12-31']) assert.match(startOfDay(day, timeZone), fourDigitYear);
    assert.match(startOfDay(nextDay('9999-12-31'), timeZone), fourDigitYear);
    for (const at of ['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'])
      assert.match(dayOf(at, timeZone), fourDigitYear);
  }
  for (const day of ['0001-01-02', '9999-12-30']) assert.equal(dayOf(`${day}T12:00:00.000Z`, 'UTC'), day);
});

test('accepts time zones by name, not by offset', () => {
  for (const name of [...zones, 'America/Argentina/Buenos_Aires']) assert.ok(isTimeZone(name), name);
  for (const name of ['+07:00', 'Mars/Olympus', '', 'UTC+7']) assert.ok(!isTimeZone(name), name);
});

test('the instant after another one is a millisecond later', () => {
  assert.equal(instantAfter('2026-12-31T23:59:59.999Z'), '2027-01-01T00:00:00.000Z');
});

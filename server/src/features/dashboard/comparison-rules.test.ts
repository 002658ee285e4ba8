import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparedPeriod, cutIn, yesterdayOf } from './comparison-rules.ts';

const today = '2026-11-25';

test('a period with today is compared with the same weekdays, as few whole weeks before as possible', () => {
  const compared = (start_date: string, end_date: string) => {
    const { range, days_back } = comparedPeriod({ start_date, end_date }, today);
    return [range.start_date, range.end_date, days_back];
  };
  assert.deepEqual(compared(today, today), ['2026-11-18', '2026-11-18', 7]);
  assert.deepEqual(compared('2026-11-19', today), ['2026-11-12', '2026-11-18', 7]);
  assert.deepEqual(compared('2026-11-18', today), ['2026-11-04', '2026-11-11', 14]);
  assert.deepEqual(compared('2026-11-01', today), ['2026-10-04', '2026-10-28', 28]);
  assert.deepEqual(compared(today, '2026-11-26'), ['2026-11-18', '2026-11-19', 7]);
  assert.deepEqual(compared('2026-11-24', '2026-11-24'), ['2026-11-23', '2026-11-23', undefined]);
  assert.deepEqual(compared('2026-11-26', '2026-11-26'), ['2026-11-25', '2026-11-25', undefined]);
});

test('ends at the same time of day on the clock of each zone', () => {
  const at = { now: '2026-06-13T07:30:00.000Z', days_back: 7, merchant_timezone: 'Asia/Jakarta' };
  assert.deepEqual(cutIn(null, at), {
    ...{ timezone: null, day: '2026-06-06', hour: 14 },
    ...{ from: '2026-06-06T07:00:00.000Z', before: '2026-06-06T07:30:00.000Z' },
  });
  // Half an hour beside the others.
  assert.deepEqual(cutIn('Asia/Kolkata', at), {
    ...{ timezone: 'Asia/Kolkata', day: '2026-06-06', hour: 13 },
    ...{ from: '2026-06-06T07:30:00.000Z', before: '2026-06-06T07:30:00.000Z' },
  });
  assert.deepEqual(
    [cutIn('Pacific/Honolulu', at), cutIn('Pacific/Kiritimati', { ...at, now: '2026-06-13T11:00:00.000Z' })].map(
      ({ day, hour }) => `${day} ${hour}`,
    ),
    ['2026-06-05 21', '2026-06-07 1'],
  );
});

test('takes the first of two equal times, and the next of one that is skipped', () => {
  const berlin = (now: string) => {
    const { hour, from, before } = cutIn(null, { now, days_back: 7, merchant_timezone: 'Europe/Berlin' });
    return [hour, from.slice(11, 16), before.slice(11, 16)];
  };
  assert.deepEqual(berlin('2026-11-01T01:30:00.000Z'), [2, '00:00', '00:30']);
  assert.deepEqual(berlin('2026-04-05T00:30:00.000Z'), [2, '01:00', '01:30']);
  // The clocks change today: 02:30 for the second time.
  assert.deepEqual(berlin('2026-10-25T01:30:00.000Z'), [2, '00:00', '00:30']);
});

test('yesterday is compared with the same weekday', () => {
  assert.deepEqual(yesterdayOf('2026-03-01'), { day: '2026-02-28', week_before: '2026-02-21' });
});

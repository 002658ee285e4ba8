import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from './errors.ts';
import { daysAtMost, readDayRange, readTimeRange } from './time-range.ts';

test('counts whole days in the time zone', () => {
  assert.deepEqual(readTimeRange({ start_date: '2026-03-01', end_date: '2026-03-01' }, 'Asia/Jakarta'), {
    from: '2026-02-28T17:00:00.000Z',
    before: '2026-03-01T17:00:00.000Z',
  });
});

test('accepts timestamps with any offset, and includes the last instant', () => {
  assert.deepEqual(
    readTimeRange({ start_date: '2026-03-01T10:00:00+02:00', end_date: '2026-03-01T08:00:00Z' }, 'UTC'),
    {
      from: '2026-03-01T08:00:00.000Z',
      before: '2026-03-01T08:00:00.001Z',
    },
  );
});

test('accepts the last instant of the calendar as an end', () => {
  const last = '9999-12-31T23:59:59.999Z';
  assert.deepEqual(readTimeRange({ end_date: last }, 'UTC'), { from: null, before: last });
});

test('accepts a range without start or without end', () => {
  assert.deepEqual(readTimeRange({}, 'UTC'), { from: null, before: null });
});

test('rejects a start after its end', () => {
  assert.throws(() => readTimeRange({ start_date: '2026-03-02', end_date: '2026-03-01' }, 'UTC'), AppError);
});

test('limits a range of days to ten years, and rejects an end before the start', () => {
  const refusedFields = (start_date: string, end_date: string) => {
    try {
      readDayRange({ start_date, end_date }, 'UTC');
      return [];
    } catch (error) {
      assert.ok(error instanceof AppError && error.code === 'VALIDATION_ERROR');
      return error.details.map(({ field }) => field);
    }
  };
  const last = (days: number) =>
    Temporal.PlainDate.from('2020-01-01')
      .add({ days: days - 1 })
      .toString();
  assert.deepEqual(refusedFields('2026-01-02', '2026-01-01'), ['start_date']);
  assert.deepEqual(refusedFields('2020-01-01', last(daysAtMost)), []);
  assert.deepEqual(refusedFields('2020-01-01', last(daysAtMost + 1)), ['end_date']);
  assert.deepEqual(refusedFields('2020-01-01', '9999-12-31'), ['end_date']);
});

test('uses the day of a timestamp in the merchant’s time zone', () => {
  const range = { start_date: '2026-03-01T17:00:00Z', end_date: '2026-03-02T10:00:00+09:00' };
  assert.deepEqual(readDayRange(range, 'Asia/Jakarta'), { start_date: '2026-03-02', end_date: '2026-03-02' });
  assert.deepEqual(readDayRange(range, 'UTC'), { start_date: '2026-03-01', end_date: '2026-03-02' });
});

test('reads a timestamp without offset as UTC', () => {
  const range = { start_date: '2026-03-01T18:00:00', end_date: '2026-03-02T10:00' };
  assert.deepEqual(readTimeRange(range, 'Asia/Jakarta'), {
    from: '2026-03-01T18:00:00.000Z',
    before: '2026-03-02T10:00:00.001Z',
  });
  assert.deepEqual(readDayRange(range, 'Asia/Jakarta'), { start_date: '2026-03-02', end_date: '2026-03-02' });
});

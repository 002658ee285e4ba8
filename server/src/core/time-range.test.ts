import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from './errors.ts';
import { daysAtMost, readDayRange, readTimeRange } from './time-range.ts';

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

test('the last instant of the calendar has none after it', () => {
  const last = '9999-12-31T23:59:59.999Z';
  assert.deepEqual(readTimeRange({ end_date: last }, 'UTC'), { from: null, before: last });
});

test('either end may be open', () => {
  assert.deepEqual(readTimeRange({}, 'UTC'), { from: null, before: null });
});

test('a start after its end is refused', () => {
  assert.throws(() => readTimeRange({ start_date: '2026-03-02', end_date: '2026-03-01' }, 'UTC'), AppError);
});

test('a range of days is at most ten years long, and does not end before it starts', () => {
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

test('a timestamp stands for its day where the merchant is', () => {
  const asked = { start_date: '2026-03-01T17:00:00Z', end_date: '2026-03-02T10:00:00+09:00' };
  assert.deepEqual(readDayRange(asked, 'Asia/Jakarta'), { start_date: '2026-03-02', end_date: '2026-03-02' });
  assert.deepEqual(readDayRange(asked, 'UTC'), { start_date: '2026-03-01', end_date: '2026-03-02' });
});

test('without an offset a timestamp is in UTC, wherever the merchant is', () => {
  const asked = { start_date: '2026-03-01T18:00:00', end_date: '2026-03-02T10:00' };
  assert.deepEqual(readTimeRange(asked, 'Asia/Jakarta'), { from: '2026-03-01T18:00:00.000Z', before: '2026-03-02T10:00:00.001Z' });
  assert.deepEqual(readDayRange(asked, 'Asia/Jakarta'), { start_date: '2026-03-02', end_date: '2026-03-02' });
});

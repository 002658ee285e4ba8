import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeInPercent, daysOf, hoursOf, precedingRange } from './rules.ts';

test('compares with a period of the same length that ends the day before', () => {
  assert.deepEqual(precedingRange({ start_date: '2026-03-01', end_date: '2026-03-01' }), {
    start_date: '2026-02-28',
    end_date: '2026-02-28',
  });
  assert.deepEqual(precedingRange({ start_date: '2026-03-01', end_date: '2026-03-31' }), {
    start_date: '2026-01-29',
    end_date: '2026-02-28',
  });
});

test('returns changes in percent of the previous value, to a tenth', () => {
  assert.equal(changeInPercent(300n, 400n), 33.3);
  assert.equal(changeInPercent(400n, 300n), -25);
  assert.equal(changeInPercent(-100n, 100n), 200);
  assert.equal(changeInPercent(8n, 8n), 0);
  assert.equal(changeInPercent(0n, 5n), null);
});

test('returns 24 hours for every day, and all days of a range', () => {
  assert.deepEqual(
    hoursOf('2026-03-29')
      .map(({ period }) => period)
      .filter((_, hour) => hour % 12 === 0),
    ['2026-03-29T00:00', '2026-03-29T12:00'],
  );
  assert.deepEqual(daysOf({ start_date: '2026-02-27', end_date: '2026-03-02' }), [
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
    '2026-03-02',
  ]);
});

test('the last days of the calendar end, and its first day has no previous period', () => {
  assert.deepEqual(daysOf({ start_date: '9999-12-30', end_date: '9999-12-31' }), ['9999-12-30', '9999-12-31']);
  assert.deepEqual(precedingRange({ start_date: '0001-01-02', end_date: '0001-01-02' }).start_date, '0001-01-01');
  assert.throws(() => precedingRange({ start_date: '0001-01-01', end_date: '0001-01-01' }), {
    code: 'VALIDATION_ERROR',
  });
});

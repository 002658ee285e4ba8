import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Summary } from './figures.ts';
import { chartParts, hourOf, lineOf } from './series.ts';

type Pair = Pick<Summary, 'series' | 'comparison'>;

const hour = (at: number) => `2026-11-21T${String(at).padStart(2, '0')}:00`;

/** A day with sales of 5 in these hours, compared with one with sales of 3 in those. */
function dayWith(now: number[], before: number[], until: string | null = null): Pair {
  const series = (hours: number[], sales: number) =>
    Array.from({ length: 24 }, (_, at) => ({
      period: hour(at),
      total_sales: hours.includes(at) ? sales : 0,
      total_transactions: hours.includes(at) ? 1 : 0,
    }));
  return { series: series(now, 5), comparison: { series: series(before, 3), until } as Summary['comparison'] };
}

const hoursOf = (pair: Pair, now?: number) => {
  const periods = chartParts(pair, now).map(({ period }) => Number(period.slice(11, 13)));
  return [periods[0], periods.at(-1), periods.length];
};

test('leaves out the hours at both ends in which neither day had sales', () => {
  assert.deepEqual(hoursOf(dayWith([9, 12], [10, 17])), [9, 17, 9]);
  assert.deepEqual(hoursOf(dayWith([9, 12], [])), [8, 13, 6]);
  assert.deepEqual(hoursOf(dayWith([], [8, 20])), [8, 20, 13]);
  assert.deepEqual(hoursOf(dayWith([9], [10]), 16), [9, 16, 8]);
});

test('shows at least six hours, within the day', () => {
  assert.deepEqual(hoursOf(dayWith([12], [])), [10, 15, 6]);
  assert.deepEqual(hoursOf(dayWith([0], [])), [0, 5, 6]);
  assert.deepEqual(hoursOf(dayWith([1, 2], [])), [0, 5, 6]);
  assert.deepEqual(hoursOf(dayWith([23], [])), [18, 23, 6]);
  assert.deepEqual(hoursOf(dayWith([], [])), [9, 17, 9]);
});

test('an hour in which a refund equals the sales is not empty', () => {
  const day = dayWith([9, 12], []);
  day.series[15] = { period: hour(15), total_sales: 0, total_transactions: 1 };
  assert.deepEqual(hoursOf(day), [9, 15, 7]);
});

test('shows every day of several, beside the same day before', () => {
  const series = ['2026-11-20', '2026-11-21'].map((period) => ({ period, total_sales: 5, total_transactions: 1 }));
  const comparison = { series: [{ period: '2026-11-13', total_sales: 3, total_transactions: 1 }] };
  const pair = { series, comparison: comparison as Summary['comparison'] };
  assert.deepEqual(chartParts(pair), [
    { period: '2026-11-20', value: 5, before: 3 },
    { period: '2026-11-21', value: 5, before: 0 },
  ]);
  assert.equal(hourOf(pair, 'UTC'), undefined);
});

test('knows the present hour of a day that has not ended', () => {
  assert.equal(hourOf(dayWith([9], [], '2026-11-21T17:05:00.000Z'), 'Asia/Jakarta'), 0);
  assert.equal(hourOf(dayWith([9], [], '2026-11-21T07:30:00.000Z'), 'Asia/Jakarta'), 14);
  assert.equal(hourOf(dayWith([9], []), 'Asia/Jakarta'), undefined);
});

test('the line ends with the present hour, or with a later sale of a branch in another zone', () => {
  const parts = (now: number[]) => chartParts(dayWith(now, [9, 18]));
  assert.deepEqual(lineOf(parts([9, 10]), 11), [5, 5, 0]);
  assert.deepEqual(lineOf(parts([9, 13]), 11), [5, 0, 0, 0, 5]);
  assert.equal(lineOf(parts([9]), undefined).length, 10);
});

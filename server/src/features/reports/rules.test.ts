import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Day, daysBetween, nextDay, periods } from '../../core/calendar.ts';
import {
  averageOf,
  type DayFigures,
  type Figures,
  grossProfitOf,
  marginOf,
  roundingOf,
  seriesOf,
  sumFigures,
  totalOf,
} from './rules.ts';

const figures = (fields: Partial<Figures> = {}): Figures => ({
  sales: 0,
  items_sold: 0n,
  gross: 0n,
  discounts: 0n,
  refunds: 0n,
  tax: 0n,
  cost: 0n,
  ...fields,
});

const after = (first: Day, days: number): Day => Temporal.PlainDate.from(first).add({ days }).toString();

const minor = fc.bigInt(-(10n ** 14n), 10n ** 14n);
const range = fc
  .tuple(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: 800 }))
  .map(([start, length]) => ({
    start_date: after('1995-01-01', start),
    end_date: after('1995-01-01', start + length),
  }));

function everyDay({ start_date, end_date }: { start_date: Day; end_date: Day }): Day[] {
  const days: Day[] = [];
  for (let day = start_date; day <= end_date; day = nextDay(day)) days.push(day);
  return days;
}

test('sums each figure', () => {
  const one = { sales: 1, items_sold: 2n, gross: 30n, discounts: 4n, refunds: 5n, tax: 6n, cost: 7n };
  const two = { sales: 10, items_sold: 20n, gross: 300n, discounts: 40n, refunds: 50n, tax: 60n, cost: 70n };
  const both = { sales: 11, items_sold: 22n, gross: 330n, discounts: 44n, refunds: 55n, tax: 66n, cost: 77n };
  assert.deepEqual(sumFigures([one, two]), both);
  assert.deepEqual(sumFigures([]), figures());
});

test('cash rounding is what all payments together are beyond the total', () => {
  const sold = figures({ gross: 1_000n, discounts: 100n, refunds: 50n });
  assert.equal(roundingOf(sold, [{ amount: 500n }, { amount: 352n }]), 2n);
  assert.equal(roundingOf(sold, [{ amount: 848n }]), -2n);
  assert.equal(roundingOf(figures(), []), 0n);
});

test('assigns every day of a range to exactly one period, in order', () => {
  fc.assert(
    fc.property(
      range,
      fc.constantFrom(...periods),
      fc.array(minor, { minLength: 1, maxLength: 50 }),
      (dates, period, amounts) => {
        const days: DayFigures[] = everyDay(dates).map((day, index) => ({
          ...figures({ sales: 1, gross: amounts[index % amounts.length] ?? 0n }),
          day,
        }));
        const series = seriesOf(days, dates, period);
        // Each day has one sale, so an equal number of sales and days means that each day was counted once.
        assert.equal(
          series.reduce((sum, { figures: dayFigures }) => sum + dayFigures.sales, 0),
          daysBetween(dates.start_date, dates.end_date),
        );
        assert.deepEqual(sumFigures(series.map(({ figures: dayFigures }) => dayFigures)), sumFigures(days));
        for (const [index, { period: first }] of series.entries()) {
          const before = series[index - 1];
          if (before !== undefined) assert.ok(before.period < first);
          assert.ok(index === 0 || first > dates.start_date);
          assert.ok(first <= dates.end_date);
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('weeks start on Monday and months on the first, even before the range, and empty periods are included', () => {
  const dates = { start_date: '2026-02-25', end_date: '2026-03-10' };
  const dayFigures = [{ ...figures({ sales: 2, gross: 500n }), day: '2026-03-01' }];
  const shown = (period: 'week' | 'month') =>
    seriesOf(dayFigures, dates, period).map(({ period: first, figures: { sales } }) => [first, sales]);
  assert.deepEqual(shown('week'), [
    ['2026-02-23', 2],
    ['2026-03-02', 0],
    ['2026-03-09', 0],
  ]);
  assert.deepEqual(shown('month'), [
    ['2026-02-01', 0],
    ['2026-03-01', 2],
  ]);
});

test('rounds the average half up to the smallest unit, and returns 0 without sales', () => {
  const average = (gross: bigint, sales: number) => averageOf(figures({ gross, sales }));
  assert.equal(average(100n, 3), 33n);
  assert.equal(average(5n, 2), 3n);
  assert.equal(average(200n, 3), 67n);
  assert.equal(average(0n, 0), 0n);
  assert.equal(average(-500n, 0), 0n);
});

test('calculates total and profit as documented', () => {
  const dayFigures = figures({ gross: 1_000n, discounts: 100n, refunds: 250n, tax: 60n, cost: 300n });
  assert.equal(totalOf(dayFigures), 650n);
  assert.equal(grossProfitOf(dayFigures), 290n);
});

test('the margin has two decimals of a percent, rounded half up, and there is none without net sales', () => {
  const margin = (gross: bigint, tax: bigint, cost: bigint) => marginOf(figures({ gross, tax, cost }));
  assert.equal(margin(1_190n, 190n, 250n), 75);
  assert.equal(margin(300n, 0n, 200n), 33.33);
  assert.equal(margin(300n, 0n, 100n), 66.67);
  assert.equal(margin(100n, 0n, 150n), -50);
  assert.equal(margin(1n, 0n, 0n), 100);
  assert.equal(margin(190n, 190n, 5n), null);
  assert.equal(margin(0n, 0n, 0n), null);
  assert.equal(margin(-100n, 0n, 0n), null);
});

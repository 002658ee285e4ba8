import type { Minor } from '@tillhouse/core/money';
import { type Day, daysBefore, daysBetween, nextDay } from '../../core/calendar.ts';
import type { DayRange } from '../../core/time-range.ts';

export const product_days_at_most = 90;

export interface ProductDay {
  day: Day;
  /** Net of returned goods. */
  items_sold: bigint;
  /** After discounts and refunds, with tax. */
  total_sales: Minor;
}

export interface ProductPeriod extends DayRange {
  /** Every day, also those without sales. */
  series: ProductDay[];
  items_sold: bigint;
  total_sales: Minor;
}

/** The last days up to this one, and as many days before them. */
export function comparedRanges(today: Day, days: number): { range: DayRange; before: DayRange } {
  const start_date = daysBefore(today, days - 1);
  return {
    range: { start_date, end_date: today },
    before: { start_date: daysBefore(start_date, days), end_date: daysBefore(start_date, 1) },
  };
}

/** The rows of a range, with the days that have none. */
export function periodOf(rows: readonly ProductDay[], range: DayRange): ProductPeriod {
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const series: ProductDay[] = [];
  const days = daysBetween(range.start_date, range.end_date);
  for (let day = range.start_date; series.length < days; day = nextDay(day))
    series.push(byDay.get(day) ?? { day, items_sold: 0n, total_sales: 0n });
  return {
    ...range,
    series,
    items_sold: series.reduce((sum, { items_sold }) => sum + items_sold, 0n),
    total_sales: series.reduce((sum, { total_sales }) => sum + total_sales, 0n),
  };
}

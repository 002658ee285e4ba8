import { divideHalfUp, type Minor } from '@tillhouse/core/money';
import type { Branches } from '../../core/branches.ts';
import { type Day, type Period, periodStart, periodsBetween } from '../../core/calendar.ts';
import type { DayRange } from '../../core/time-range.ts';

/** What a report looks at. A branch that the merchant does not have took nothing. */
export interface Scope extends DayRange {
  branches: Branches;
}

export const periods = ['day', 'week', 'month'] as const satisfies readonly Period[];

/** What was taken, of whatever stretch of time. */
export interface Figures {
  sales: number;
  items_sold: bigint;
  /** Before discounts and refunds, with tax. */
  gross: Minor;
  discounts: Minor;
  refunds: Minor;
  /** Net of refunded tax. */
  tax: Minor;
  /** Net of restocked goods. */
  cost: Minor;
}

export interface DayFigures extends Figures {
  day: Day;
}

const nothing: Figures = { sales: 0, items_sold: 0n, gross: 0n, discounts: 0n, refunds: 0n, tax: 0n, cost: 0n };

export const sumFigures = (rows: readonly Figures[]): Figures =>
  rows.reduce(
    (sum, row) => ({
      sales: sum.sales + row.sales,
      items_sold: sum.items_sold + row.items_sold,
      gross: sum.gross + row.gross,
      discounts: sum.discounts + row.discounts,
      refunds: sum.refunds + row.refunds,
      tax: sum.tax + row.tax,
      cost: sum.cost + row.cost,
    }),
    nothing,
  );

/** What customers paid and kept paid, tax included. */
export const totalOf = ({ gross, discounts, refunds }: Figures): Minor => gross - discounts - refunds;

export const grossProfitOf = (figures: Figures): Minor => totalOf(figures) - figures.tax - figures.cost;

/** To the smallest unit of the currency, half up; 0 when nothing was sold. */
export const averageOf = (figures: Figures): Minor => (figures.sales === 0 ? 0n : divideHalfUp(totalOf(figures), BigInt(figures.sales)));

export interface PeriodFigures {
  /** The first day of the calendar's period, even where that is before the range. */
  period: Day;
  figures: Figures;
}

/** One row for each period that the range touches, in order, empty ones included. */
export function seriesOf(days: readonly DayFigures[], range: DayRange, period: Period): PeriodFigures[] {
  const byPeriod = Map.groupBy(days, ({ day }) => periodStart(day, period));
  return periodsBetween(range.start_date, range.end_date, period).map((first) => ({
    period: first,
    figures: sumFigures(byPeriod.get(first) ?? []),
  }));
}

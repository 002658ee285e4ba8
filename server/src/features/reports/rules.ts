import { type Day, dayOf, daysBetween, type Period, periodStart, periodsBetween, readDay } from '../../kernel/calendar.ts';
import { divideHalfUp, type Minor } from '../../kernel/money.ts';
import { Complaints } from '../../kernel/refusal.ts';

export const periods = ['day', 'week', 'month'] as const satisfies readonly Period[];

/** Ten years and their leap days. */
export const daysAtMost = 3_660;

/** Days of a calendar, both ends included. */
export interface DayRange {
  start_date: Day;
  end_date: Day;
}

/**
 * The days a request asks for. A timestamp stands for the day that it falls on in the zone.
 * @throws Refusal VALIDATION_ERROR, naming the fields as the client spelled them
 */
export function readRange(asked: DayRange, zone: string, spelledAs: ReadonlyMap<string, string>): DayRange {
  const dayIn = (text: string) => readDay(text) ?? dayOf(text, zone);
  const range = { start_date: dayIn(asked.start_date), end_date: dayIn(asked.end_date) };
  const spell = (name: keyof DayRange) => spelledAs.get(name) ?? name;
  const complaints = new Complaints();
  if (range.start_date > range.end_date) complaints.add(spell('start_date'), `must not be after ${spell('end_date')}`);
  else if (daysBetween(range.start_date, range.end_date) > daysAtMost)
    complaints.add(spell('end_date'), `must be at most ${daysAtMost} days from ${spell('start_date')}`);
  complaints.settle();
  return range;
}

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

import { divideHalfUp, type Minor } from '@tillhouse/core/money';
import type { Branches } from '../../core/branches.ts';
import { type Day, type Period, periodStart, periodsBetween } from '../../core/calendar.ts';
import type { DayRange } from '../../core/time-range.ts';

/**
 * The most days of a report that reads a row for each product of a day, or for each sale. The other reports read the
 * hours of their days.
 */
export const detailed_days_at_most = 366;

/** The scope of a report. An unknown branch has no sales. */
export interface Scope extends DayRange {
  branches: Branches;
}

/** What takes a sale back: a part of it, or all of it on its own day. */
export const refundKinds = ['refund', 'void'] as const;

/** The figures of a period. */
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

/** Amounts and quantities of a row arrive as text. */
type FiguresInText = { [Name in Exclude<keyof Figures, 'sales'>]: string };

export const readFigures = <Row extends FiguresInText>(
  row: Row,
): Omit<Row, keyof FiguresInText> & Omit<Figures, 'sales'> => ({
  ...row,
  items_sold: BigInt(row.items_sold),
  gross: BigInt(row.gross),
  discounts: BigInt(row.discounts),
  refunds: BigInt(row.refunds),
  tax: BigInt(row.tax),
  cost: BigInt(row.cost),
});

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

/** Payments minus refunds, with tax. */
export const totalOf = ({ gross, discounts, refunds }: Pick<Figures, 'gross' | 'discounts' | 'refunds'>): Minor =>
  gross - discounts - refunds;

/** Cash rounding: what was paid beyond the total. Payments are rounded in cash, sales and refunds are not. */
export const roundingOf = (figures: Figures, payments: readonly { amount: Minor }[]): Minor =>
  payments.reduce((sum, { amount }) => sum + amount, 0n) - totalOf(figures);

export const grossProfitOf = (figures: Omit<Figures, 'sales'>): Minor => totalOf(figures) - figures.tax - figures.cost;

/** The gross profit in percent of what was sold without tax, with two decimals; `null` if nothing is left of it. */
export function marginOf(figures: Omit<Figures, 'sales'>): number | null {
  const net = totalOf(figures) - figures.tax;
  return net <= 0n ? null : Number(divideHalfUp(grossProfitOf(figures) * 10_000n, net)) / 100;
}

/** In minor units, rounded half up; 0 without sales. */
export const averageOf = (figures: Figures): Minor =>
  figures.sales === 0 ? 0n : divideHalfUp(totalOf(figures), BigInt(figures.sales));

export interface PeriodFigures {
  /** The first day of the calendar period, which may be before the range. */
  period: Day;
  figures: Figures;
}

/** One row for each period that overlaps the range, in order, also empty ones. */
export function seriesOf(days: readonly DayFigures[], range: DayRange, period: Period): PeriodFigures[] {
  const byPeriod = Map.groupBy(days, ({ day }) => periodStart(day, period));
  return periodsBetween(range.start_date, range.end_date, period).map((first) => ({
    period: first,
    figures: sumFigures(byPeriod.get(first) ?? []),
  }));
}

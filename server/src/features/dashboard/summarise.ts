import type { Branches } from '../../core/branches.ts';
import { type Day, dayOf, nextDay, startOfDay } from '../../core/calendar.ts';
import type { Timestamp } from '../../core/clock.ts';
import type { DayRange } from '../../core/time-range.ts';
import type { Handle } from '../../platform/database/handle.ts';
import {
  compareSales,
  type Figures,
  type MethodFigures,
  type ProductFigures,
  type Totals,
  totalsOf,
} from '../reports/report-sales.ts';
import type { SeriesFigures } from './comparison-queries.ts';
import { comparedPeriod, cutIn, yesterdayOf } from './comparison-rules.ts';
import { findOtherFigures, type LowLevel, type RecentSale, type Span } from './queries.ts';
import { precedingRange } from './rules.ts';

export interface PeriodSummary extends Totals, DayRange {
  new_customers: number;
}

/** The figures of an earlier period, as the whole of it or up to the present time of day. */
export interface ComparedSummary extends Totals, DayRange {
  /** The present minute, if the figures end at the same time of day. */
  until: Timestamp | undefined;
  /** Of the whole earlier period. */
  series: SeriesFigures[];
}

export interface YesterdaySummary {
  day: Day;
  week_before: Day;
  /** Without the days that had no sales. */
  days: SeriesFigures[];
}

export interface Summary {
  now: PeriodSummary;
  before: PeriodSummary;
  series: SeriesFigures[];
  compared: ComparedSummary;
  /** For today only. */
  yesterday: YesterdaySummary | undefined;
  top_products: (ProductFigures & { image: string | null })[];
  by_payment_method: MethodFigures[];
  low_stock_count: number;
  low_stock: LowLevel[];
  recent: RecentSale[];
}

interface Scope extends DayRange {
  branches: Branches;
}

const recentAtMost = 10;
const lowAtMost = 5;

/**
 * The figures of a period, of the one before it and of the one to compare it with, from the roll-ups of the sales
 * report.
 * @param snapshot makes the two statements consistent
 * @param now the present minute
 */
export async function summarise(
  snapshot: Handle,
  scope: Scope,
  { timezone, now }: { timezone: string; now: Timestamp },
): Promise<Summary> {
  const today = dayOf(now, timezone);
  const preceding = { ...precedingRange(scope), branches: scope.branches };
  const { range, days_back } = comparedPeriod(scope, today);
  const { compared, timezones, ...report } = await compareSales(snapshot, scope, preceding);
  const isToday = scope.start_date === today && scope.end_date === today;
  const yesterday = isToday ? yesterdayOf(today) : undefined;
  const others = await findOtherFigures(snapshot, {
    scope,
    now: spanOf(scope, timezone),
    preceding: spanOf(preceding, timezone),
    compared: range,
    cuts:
      days_back === undefined
        ? undefined
        : timezones.map((zone) => cutIn(zone, { now, days_back, merchant_timezone: timezone })),
    single_days: yesterday === undefined ? [] : [yesterday.day, yesterday.week_before],
    top_products: report.top_products.map(({ product_id }) => product_id),
    limits: { recent: recentAtMost, low: lowAtMost },
  });
  const images = new Map(others.pictures.map(({ product_id, image }) => [product_id, image]));
  return {
    now: periodSummary(scope, report.days, others.new_customers),
    before: periodSummary(preceding, compared, others.new_before),
    series: others.series,
    compared: {
      ...range,
      ...totalsOf(others.compared_figures === undefined ? compared : [others.compared_figures]),
      until: days_back === undefined ? undefined : now,
      series: others.compared_series,
    },
    yesterday: yesterday === undefined ? undefined : { ...yesterday, days: others.single_days },
    top_products: report.top_products.map((row) => ({ ...row, image: images.get(row.product_id) ?? null })),
    by_payment_method: report.by_payment_method,
    low_stock_count: others.low_stock_count,
    low_stock: others.low_stock,
    recent: others.recent,
  };
}

const spanOf = ({ start_date, end_date }: DayRange, timezone: string): Span => ({
  from: startOfDay(start_date, timezone),
  before: startOfDay(nextDay(end_date), timezone),
});

const periodSummary = (
  { start_date, end_date }: DayRange,
  days: readonly Figures[],
  new_customers: number,
): PeriodSummary => ({
  start_date,
  end_date,
  ...totalsOf(days),
  new_customers,
});

import type { Branches } from '../../core/branches.ts';
import { nextDay, startOfDay } from '../../core/calendar.ts';
import type { DayRange } from '../../core/time-range.ts';
import type { Handle } from '../../platform/database/handle.ts';
import {
  compareSales,
  type DayFigures,
  type MethodFigures,
  type ProductFigures,
  type Totals,
  totalsOf,
} from '../reports/report-sales.ts';
import { findOtherFigures, type HourFigures, type RecentSale, type Span } from './queries.ts';
import { precedingRange } from './rules.ts';

export interface PeriodSummary extends Totals, DayRange {
  new_customers: number;
}

export interface Summary {
  now: PeriodSummary;
  before: PeriodSummary;
  days: DayFigures[];
  /** For a single day only. */
  hours: HourFigures[] | undefined;
  top_products: ProductFigures[];
  by_payment_method: MethodFigures[];
  low_stock_count: number;
  recent: RecentSale[];
}

interface Scope extends DayRange {
  branches: Branches;
}

const recentAtMost = 10;

/**
 * The figures of a period and of the one before it, from the roll-ups of the sales report.
 * @param snapshot makes the two statements consistent
 */
export async function summarise(snapshot: Handle, scope: Scope, timezone: string): Promise<Summary> {
  const preceding = { ...precedingRange(scope), branches: scope.branches };
  const { compared, ...report } = await compareSales(snapshot, scope, preceding);
  const [now, before] = [spanOf(scope, timezone), spanOf(preceding, timezone)];
  const others = await findOtherFigures(snapshot, { scope, now, preceding: before, recent: recentAtMost });
  return {
    ...report,
    now: periodSummary(scope, report.days, others.new_customers),
    before: periodSummary(preceding, compared, others.new_before),
    hours: scope.start_date === scope.end_date ? others.hours : undefined,
    low_stock_count: others.low_stock_count,
    recent: others.recent,
  };
}

const spanOf = ({ start_date, end_date }: DayRange, timezone: string): Span => ({
  from: startOfDay(start_date, timezone),
  before: startOfDay(nextDay(end_date), timezone),
});

const periodSummary = (
  { start_date, end_date }: DayRange,
  days: DayFigures[],
  new_customers: number,
): PeriodSummary => ({
  start_date,
  end_date,
  ...totalsOf(days),
  new_customers,
});

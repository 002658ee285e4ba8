import type { Handle } from '../../db/handle.ts';
import type { Branches } from '../../kernel/branches.ts';
import { nextDay, startOfDay } from '../../kernel/calendar.ts';
import type { DayRange } from '../../kernel/time-range.ts';
import {
  type DayFigures,
  type MethodFigures,
  type ProductFigures,
  reportDays,
  reportSales,
  type Totals,
  totalsOf,
} from '../reports/report-sales.ts';
import { countLowStock, countNewCustomers, type HourFigures, listHours, listRecentSales, type RecentSale } from './queries.ts';
import { precedingRange } from './rules.ts';

export interface Stretch extends Totals, DayRange {
  new_customers: number;
}

export interface Summary {
  now: Stretch;
  before: Stretch;
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

/** How the shop does, beside how it did just before: the figures of the sales report, from the same roll-ups, in one snapshot. */
export async function summarise(snapshot: Handle, scope: Scope, timezone: string): Promise<Summary> {
  const report = await reportSales(snapshot, scope);
  const preceding = { ...precedingRange(scope), branches: scope.branches };
  const isOneDay = scope.start_date === scope.end_date;
  return {
    now: await stretchOf(snapshot, report.days, scope, timezone),
    before: await stretchOf(snapshot, await reportDays(snapshot, preceding), preceding, timezone),
    days: report.days,
    hours: isOneDay ? await listHours(snapshot, scope) : undefined,
    top_products: report.top_products,
    by_payment_method: report.by_payment_method,
    low_stock_count: (await countLowStock(snapshot, scope.branches)).count,
    recent: await listRecentSales(snapshot, {
      branches: scope.branches,
      before: startOfDay(nextDay(scope.end_date), timezone),
      limit: recentAtMost,
    }),
  };
}

async function stretchOf(snapshot: Handle, days: DayFigures[], { start_date, end_date }: DayRange, timezone: string): Promise<Stretch> {
  const { count } = await countNewCustomers(snapshot, startOfDay(start_date, timezone), startOfDay(nextDay(end_date), timezone));
  return { start_date, end_date, ...totalsOf(days), new_customers: count };
}

import { type DateRange, readDateRange } from '../../design/days.ts';
import {
  type Comparison,
  comparisons,
  type Days,
  daysOfPeriod,
  daysToCompare,
  isPeriod,
  type Period,
} from './period.ts';

export type { Days } from './period.ts';

/** The reports beside the summary of sales, which is the default. */
export const otherReports = [
  'products',
  'categories',
  'staff',
  'hours',
  'tax',
  'discounts',
  'refunds',
  'inventory',
] as const;
export type OtherReport = (typeof otherReports)[number];

/** The orders of the report by product; the highest revenue comes first by default. */
export const productSorts = ['-quantity', 'name', '-gross_profit', '-margin'] as const;
export const refundKinds = ['refund', 'void'] as const;

/** Filters of the reports in their address. Days are in the shop's time zone. */
export interface ReportsView extends DateRange {
  about?: OtherReport;
  period?: Period;
  by?: 'week' | 'month';
  compare?: Exclude<Comparison, 'previous'>;
  /** The days of a comparison with other days. */
  compare_from?: string;
  compare_to?: string;
  branch?: string;
  search?: string;
  sort?: (typeof productSorts)[number];
  kind?: (typeof refundKinds)[number];
  /** Who refunded. */
  person?: string;
  /** What the hours show instead of sales. */
  measure?: 'transactions';
}

const oneOf = <const Value extends string>(values: readonly Value[], value: unknown): value is Value =>
  (values as readonly unknown[]).includes(value);

function comparedDays({ compare_from, compare_to }: Record<string, unknown>): ReportsView {
  const { from, to } = readDateRange({ from: compare_from, to: compare_to });
  return { ...(from === undefined ? {} : { compare_from: from }), ...(to === undefined ? {} : { compare_to: to }) };
}

export function readView({ period, ...view }: Record<string, unknown>): ReportsView {
  const { about, by, compare, branch, search, sort, kind, person, measure } = view;
  const range = readDateRange(view);
  const isCustom = range.from !== undefined || range.to !== undefined;
  return {
    ...(oneOf(otherReports, about) ? { about } : {}),
    ...range,
    ...(isPeriod(period) && !isCustom ? { period } : {}),
    ...(by === 'week' || by === 'month' ? { by } : {}),
    ...(oneOf(comparisons, compare) && compare !== 'previous' ? { compare } : {}),
    ...(compare === 'days' ? comparedDays(view) : {}),
    ...(typeof branch === 'string' ? { branch } : {}),
    ...(search === undefined || search === '' ? {} : { search: String(search) }),
    ...(oneOf(productSorts, sort) ? { sort } : {}),
    ...(oneOf(refundKinds, kind) ? { kind } : {}),
    ...(typeof person === 'string' ? { person } : {}),
    ...(measure === 'transactions' ? { measure } : {}),
  };
}

/** First and last day of the report; by default this month until today. */
export function daysOf({ period, from, to }: ReportsView, today: string): Days {
  if (from === undefined && to === undefined) return daysOfPeriod(period ?? 'month', today);
  const first = from ?? `${(to ?? today).slice(0, 8)}01`;
  const last = to ?? (first > today ? first : today);
  const [start_date, end_date] = [first, last].sort() as [string, string];
  return { start_date, end_date };
}

/** The days with which the summary is compared. */
export const comparedDaysOf = (view: ReportsView, days: Days): Days | undefined =>
  daysToCompare(days, { comparison: view.compare ?? 'previous', from: view.compare_from, to: view.compare_to });

const exportTypes = {
  products: 'sales_by_product',
  categories: 'sales_by_category',
  staff: 'sales_by_staff',
  hours: 'sales_by_hour',
  tax: 'sales_tax',
  discounts: 'sales_discounts',
  refunds: 'sales_refunds',
  inventory: 'inventory',
} as const satisfies Record<OtherReport, string>;

/** The request for a file of the report that the page shows: the same days, branch and filters. */
export function exportOf({ about, by, branch, search, sort, kind, person }: ReportsView, days: Days) {
  return {
    report_type: about === undefined ? ('sales' as const) : exportTypes[about],
    ...(about === 'inventory' ? {} : days),
    ...(branch === undefined ? {} : { branch_id: branch }),
    ...(about === undefined && by !== undefined ? { group_by: by } : {}),
    ...(about === 'products' && search !== undefined ? { search } : {}),
    ...(about === 'products' && sort !== undefined ? { sort } : {}),
    ...(about === 'refunds' && kind !== undefined ? { kind } : {}),
    ...(about === 'refunds' && person !== undefined ? { user_id: person } : {}),
  };
}

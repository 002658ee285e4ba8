import { type DateRange, dayAfter, readDateRange } from '../../design/days.ts';

/** Filters of the dashboard in its address. */
export interface DashboardView extends DateRange {
  /** Missing if days are given, and for today. */
  period?: Period;
  branch?: string;
}

/** Relative periods, apart from the default, today. */
export const periods = ['yesterday', '7days', '30days', 'month'] as const;
export type Period = (typeof periods)[number];

const isPeriod = (period: unknown): period is Period => (periods as readonly unknown[]).includes(period);

export function readView({ period, branch, ...view }: Record<string, unknown>): DashboardView {
  const { from, to } = readDateRange(view);
  const range = from === undefined || to === undefined ? (isPeriod(period) ? { period } : {}) : { from, to };
  return { ...range, ...(typeof branch === 'string' ? { branch } : {}) };
}

/** First and last day of the period in the shop's time zone. */
export function daysOf({ period, from, to }: DashboardView, today: string): { start_date: string; end_date: string } {
  if (from !== undefined && to !== undefined) return { start_date: from, end_date: to };
  const back = (days: number) => dayAfter(today, -days);
  switch (period) {
    case 'yesterday':
      return { start_date: back(1), end_date: back(1) };
    case '7days':
      return { start_date: back(6), end_date: today };
    case '30days':
      return { start_date: back(29), end_date: today };
    case 'month':
      return { start_date: `${today.slice(0, 8)}01`, end_date: today };
    default:
      return { start_date: today, end_date: today };
  }
}

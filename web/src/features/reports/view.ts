import { type DateRange, dayAfter, readDateRange } from '../../design/days.ts';

/** Filters of the reports in their address. Days are in the shop's time zone. */
export interface ReportsView extends DateRange {
  about?: 'inventory';
  by?: 'week' | 'month';
  branch?: string;
}

export function readView({ about, by, branch, ...view }: Record<string, unknown>): ReportsView {
  return {
    ...(about === 'inventory' ? { about } : {}),
    ...readDateRange(view),
    ...(by === 'week' || by === 'month' ? { by } : {}),
    ...(typeof branch === 'string' ? { branch } : {}),
  };
}

export interface Days {
  start_date: string;
  end_date: string;
}

/** First and last day of the report; by default this month until today. */
export function daysOf({ from, to }: ReportsView, today: string): Days {
  const first = from ?? `${(to ?? today).slice(0, 8)}01`;
  const last = to ?? (first > today ? first : today);
  const [start_date, end_date] = [first, last].sort() as [string, string];
  return { start_date, end_date };
}

/** The previous period of equal length. */
export function daysBefore({ start_date, end_date }: Days): Days {
  const days = (Date.parse(end_date) - Date.parse(start_date)) / 86_400_000 + 1;
  return { start_date: dayAfter(start_date, -days), end_date: dayAfter(start_date, -1) };
}

import { isDay } from '../../ui/days.ts';

/** What a link to the reports shows; days on the shop’s calendar. */
export interface ReportsView {
  about?: 'inventory';
  from?: string;
  to?: string;
  by?: 'week' | 'month';
  branch?: string;
}

export function readView({ about, from, to, by, branch }: Record<string, unknown>): ReportsView {
  return {
    ...(about === 'inventory' ? { about } : {}),
    ...(isDay(from) ? { from } : {}),
    ...(isDay(to) ? { to } : {}),
    ...(by === 'week' || by === 'month' ? { by } : {}),
    ...(typeof branch === 'string' ? { branch } : {}),
  };
}

const day_ms = 86_400_000;
const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10);

export interface Days {
  start_date: string;
  end_date: string;
}

/** The days that are meant: this month until today, where none are named. */
export function daysOf({ from, to }: ReportsView, today: string): Days {
  const start_date = from ?? `${(to ?? today).slice(0, 8)}01`;
  const end_date = to ?? (start_date > today ? start_date : today);
  return start_date <= end_date ? { start_date, end_date } : { start_date: end_date, end_date: start_date };
}

/** As many days, right before. */
export function daysBefore({ start_date, end_date }: Days): Days {
  const [start, end] = [Date.parse(start_date), Date.parse(end_date)];
  return { start_date: dayAt(start - (end - start) - day_ms), end_date: dayAt(start - day_ms) };
}

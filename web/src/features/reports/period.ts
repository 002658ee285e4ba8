import { dayAfter } from '../../design/days.ts';

export interface Days {
  start_date: string;
  end_date: string;
}

/** Periods that follow the calendar. This month is the default, so it has no name in the address. */
export const periods = ['today', 'yesterday', 'week', 'last_week', 'last_month', 'quarter', 'year'] as const;
export type Period = (typeof periods)[number];

export const isPeriod = (name: unknown): name is Period => (periods as readonly unknown[]).includes(name);

const firstOfMonth = (day: string): string => `${day.slice(0, 8)}01`;

/** The day of a week that begins on Monday. */
const mondayOf = (day: string): string => dayAfter(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

function firstOfQuarter(day: string): string {
  const month = Number(day.slice(5, 7));
  return `${day.slice(0, 5)}${String(month - ((month - 1) % 3)).padStart(2, '0')}-01`;
}

/** The days of a period, up to today if it is not over. */
export function daysOfPeriod(period: Period | 'month', today: string): Days {
  const until = (start_date: string): Days => ({ start_date, end_date: today });
  switch (period) {
    case 'today':
      return until(today);
    case 'yesterday':
      return { start_date: dayAfter(today, -1), end_date: dayAfter(today, -1) };
    case 'week':
      return until(mondayOf(today));
    case 'last_week':
      return { start_date: dayAfter(mondayOf(today), -7), end_date: dayAfter(mondayOf(today), -1) };
    case 'month':
      return until(firstOfMonth(today));
    case 'last_month': {
      const end_date = dayAfter(firstOfMonth(today), -1);
      return { start_date: firstOfMonth(end_date), end_date };
    }
    case 'quarter':
      return until(firstOfQuarter(today));
    case 'year':
      return until(`${today.slice(0, 5)}01-01`);
  }
}

const lengthOf = ({ start_date, end_date }: Days): number =>
  (Date.parse(end_date) - Date.parse(start_date)) / 86_400_000 + 1;

/** The service reads at most this many days for a report by anything else than days or hours. */
const detailed_days_at_most = 366;

export const isTooLong = (days: Days): boolean => lengthOf(days) > detailed_days_at_most;

/** The previous period of equal length. */
export function daysBefore({ start_date, end_date }: Days): Days {
  const days = lengthOf({ start_date, end_date });
  return { start_date: dayAfter(start_date, -days), end_date: dayAfter(start_date, -1) };
}

/** The same days a year earlier. The 29th of February becomes the 28th. */
export function daysOfLastYear({ start_date, end_date }: Days): Days {
  const aYearBefore = (day: string) => {
    const year = String(Number(day.slice(0, 4)) - 1).padStart(4, '0');
    return `${year}${day.slice(4) === '-02-29' ? '-02-28' : day.slice(4)}`;
  };
  return { start_date: aYearBefore(start_date), end_date: aYearBefore(end_date) };
}

/** What the summary can be compared with. The previous period is the default. */
export const comparisons = ['previous', 'last_year', 'days', 'none'] as const;
export type Comparison = (typeof comparisons)[number];

interface Compared {
  comparison: Comparison;
  /** The first and last day of the comparison with other days; as far as they are missing, those of the previous period. */
  from?: string | undefined;
  to?: string | undefined;
}

/** The days with which a period is compared. */
export function daysToCompare(days: Days, { comparison, from, to }: Compared): Days | undefined {
  if (comparison === 'none') return undefined;
  if (comparison === 'last_year') return daysOfLastYear(days);
  const before = daysBefore(days);
  if (comparison === 'previous') return before;
  const [start_date, end_date] = [from ?? before.start_date, to ?? before.end_date].sort() as [string, string];
  return { start_date, end_date };
}

/** Today's date in the time zone. */
export const todayIn = (timeZone: string, now = new Date()): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now);

/** The date this number of days later; earlier if the number is negative. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** Whether this is an existing date: `2026-02-30` is not. */
const isDay = (day: unknown): day is string =>
  typeof day === 'string' && new Date(`${day}T00:00:00Z`).toJSON()?.slice(0, 10) === day;

/** First and last day of a period in the shop's time zone. Each may be open. */
export interface DateRange {
  from?: string;
  to?: string;
}

/** Reads a period from the search parameters. Ignores `to` if it is before `from`. */
export function readDateRange({ from, to }: Record<string, unknown>): DateRange {
  const isRange = !isDay(from) || !isDay(to) || from <= to;
  return { ...(isDay(from) ? { from } : {}), ...(isDay(to) && isRange ? { to } : {}) };
}

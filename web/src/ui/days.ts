/** The day that it is now on a clock. */
export const todayIn = (timeZone: string, now = new Date()): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now);

/** So many days after a day; before it where they are less than none. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** Days that there are: `2026-02-30` is none. */
const isDay = (day: unknown): day is string =>
  typeof day === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(day) && new Date(`${day}T00:00:00Z`).toJSON()?.slice(0, 10) === day;

/** First and last day of what is shown, on the shop's calendar; either may be left open. */
export interface Span {
  from?: string;
  to?: string;
}

/** What an address says of them. Turned round they would be no span. */
export function readSpan({ from, to }: Record<string, unknown>): Span {
  const isSpan = !isDay(from) || !isDay(to) || from <= to;
  return { ...(isDay(from) ? { from } : {}), ...(isDay(to) && isSpan ? { to } : {}) };
}

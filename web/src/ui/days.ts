/** Days that there are: `2026-02-30` is none. */
export const isDay = (day: unknown): day is string =>
  typeof day === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(day) && new Date(`${day}T00:00:00Z`).toJSON()?.slice(0, 10) === day;

/** What an address says of a period; turned round, it would be none, and has no end. */
export const periodOf = ({ from, to }: Record<string, unknown>): { from?: string; to?: string } => ({
  ...(isDay(from) ? { from } : {}),
  ...(isDay(to) && (!isDay(from) || from <= to) ? { to } : {}),
});

import { nextDay, readDay, readTimestamp, startOfDay } from '../../kernel/calendar.ts';
import type { Timestamp } from '../../kernel/clock.ts';
import { invalidField } from '../../kernel/refusal.ts';

export interface Period {
  /** The first instant inside. */
  from?: Timestamp;
  /** The first instant after. */
  until?: Timestamp;
}

/** Dates are whole days of the merchant's calendar, both included; a timestamp is meant to the millisecond. */
export function readPeriod(
  query: { start_date?: string; end_date?: string },
  timezone: string,
  spelledAs: ReadonlyMap<string, string>,
): Period {
  const { start_date, end_date } = query;
  const from =
    start_date === undefined ? undefined : (readTimestamp(start_date) ?? startOfDay(readDay(start_date) ?? start_date, timezone));
  const until = end_date === undefined ? undefined : endOf(end_date, timezone);
  if (from !== undefined && until !== undefined && from >= until) {
    throw invalidField(spelledAs.get('start_date') ?? 'start_date', 'must not be after the end');
  }
  return { ...(from === undefined ? {} : { from }), ...(until === undefined ? {} : { until }) };
}

function endOf(end_date: string, timezone: string): Timestamp {
  const at = readTimestamp(end_date);
  if (at !== undefined) return new Date(Date.parse(at) + 1).toISOString();
  return startOfDay(nextDay(end_date), timezone);
}

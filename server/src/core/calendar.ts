import type { Timestamp } from './clock.ts';

/** A day of some calendar, `YYYY-MM-DD`. */
export type Day = string;
export const periods = ['day', 'week', 'month'] as const;
export type Period = (typeof periods)[number];

export function isTimeZone(zone: string): boolean {
  try {
    // Temporal also accepts offsets such as +07:00, which are not IANA time zones.
    return /^[A-Za-z]/.test(zone) && Temporal.Now.zonedDateTimeISO(zone) !== undefined;
  } catch {
    return false;
  }
}

// PostgreSQL does not read the format of years outside of this range, so the calendar ends there.
const firstYear = 1;
const lastYear = 9_999;
const firstInstant_ms = Date.parse('0001-01-01T00:00:00.000Z');
const lastInstant_ms = Date.parse('9999-12-31T23:59:59.999Z');

const timestampOf = (epoch_ms: number): Timestamp =>
  new Date(Math.min(Math.max(epoch_ms, firstInstant_ms), lastInstant_ms)).toISOString();

/** The next millisecond. The last instant of the calendar stays the same. */
export const instantAfter = (at: Timestamp): Timestamp => timestampOf(Date.parse(at) + 1);

/** The day of an instant in the shop's time zone. */
export function dayOf(at: Timestamp, zone: string): Day {
  const date = Temporal.Instant.from(at).toZonedDateTimeISO(zone).toPlainDate();
  if (date.year < firstYear) return '0001-01-01';
  return date.year > lastYear ? '9999-12-31' : date.toString();
}

/** The hour of an instant in the shop's time zone, 0 to 23. */
export const hourOf = (at: Timestamp, zone: string): number => Temporal.Instant.from(at).toZonedDateTimeISO(zone).hour;

/** Day and minute in the shop's time zone, `YYYY-MM-DD HH:MM`. */
export const localTimeOf = (at: Timestamp, zone: string): string =>
  Temporal.Instant.from(at)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })
    .replace('T', ' ');

/** The first instant of a day. If a clock change skips midnight, it is the first one that exists. */
export const startOfDay = (day: Day, zone: string): Timestamp =>
  timestampOf(Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds);

/** The instant at this many seconds after midnight in the zone. If a clock change skips it, the one an hour later. */
export const instantOn = (day: Day, seconds: number, zone: string): Timestamp =>
  timestampOf(
    Temporal.PlainDate.from(day)
      .toPlainDateTime()
      .add({ seconds })
      .toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds,
  );

/** 1 for Monday to 7 for Sunday. */
export const weekdayOf = (day: Day): number => Temporal.PlainDate.from(day).dayOfWeek;

/** The number of days of a range, both ends included. */
export const daysBetween = (first: Day, last: Day): number =>
  Temporal.PlainDate.from(first).until(Temporal.PlainDate.from(last), { largestUnit: 'day' }).days + 1;

export const daysBefore = (day: Day, days: number): Day => Temporal.PlainDate.from(day).subtract({ days }).toString();

export const nextDay = (day: Day): Day => Temporal.PlainDate.from(day).add({ days: 1 }).toString();

/** Reads `YYYY-MM-DD`. @returns `undefined` if the text has another format, or the day does not exist */
export function readDay(text: string): Day | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  try {
    const date = Temporal.PlainDate.from(text, { overflow: 'reject' });
    return date.year < firstYear ? undefined : date.toString();
  } catch {
    return undefined;
  }
}

/** Reads ISO 8601 with any offset. @returns UTC with milliseconds; `undefined` if the text has another format */
export function readTimestamp(text: string): Timestamp | undefined {
  if (!/^\d{4}-\d{2}-\d{2}T/.test(text)) return undefined;
  try {
    const { epochMilliseconds } = Temporal.Instant.from(text);
    return epochMilliseconds < firstInstant_ms || epochMilliseconds > lastInstant_ms
      ? undefined
      : timestampOf(epochMilliseconds);
  } catch {
    return undefined;
  }
}

/** Like `readTimestamp`, but a time without an offset is in UTC. */
export const readTimestampOrUtc = (text: string): Timestamp | undefined =>
  readTimestamp(text) ?? readTimestamp(`${text}Z`);

/** First day of the period a day belongs to; weeks begin on Monday. */
export function periodStart(day: Day, period: Period): Day {
  const date = Temporal.PlainDate.from(day);
  if (period === 'day') return day;
  if (period === 'week') return date.subtract({ days: date.dayOfWeek - 1 }).toString();
  return date.with({ day: 1 }).toString();
}

/** First days of all periods that touch the range, in order, both ends included. */
export function periodsBetween(first: Day, last: Day, period: Period): Day[] {
  const step = period === 'day' ? { days: 1 } : period === 'week' ? { weeks: 1 } : { months: 1 };
  const end = Temporal.PlainDate.from(last);
  const found: Day[] = [];
  let at = Temporal.PlainDate.from(periodStart(first, period));
  while (Temporal.PlainDate.compare(at, end) <= 0) {
    found.push(at.toString());
    at = at.add(step);
  }
  return found;
}

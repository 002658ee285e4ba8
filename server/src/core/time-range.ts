import {
  type Day,
  dayOf,
  daysBetween,
  instantAfter,
  nextDay,
  readDay,
  readTimestampOrUtc,
  startOfDay,
} from './calendar.ts';
import type { Timestamp } from './clock.ts';
import { invalidField, ValidationErrors } from './errors.ts';

/** The instants from `from` (included) to `before` (excluded); `null` where it is open. */
export interface TimeRange {
  from: Timestamp | null;
  before: Timestamp | null;
}

/**
 * The requested instants. Each end is a day in the zone or a timestamp, both included. The schema has checked their
 * formats.
 * @throws AppError VALIDATION_ERROR if the start is after the end
 */
export function readTimeRange(
  { start_date, end_date }: { start_date?: string; end_date?: string },
  zone: string,
): TimeRange {
  const from = start_date === undefined ? null : firstInstantOf(start_date, zone);
  const before = end_date === undefined ? null : firstInstantAfter(end_date, zone);
  if (from !== null && before !== null && from >= before)
    throw invalidField('start_date', 'must not be after the end date');
  return { from, before };
}

function firstInstantOf(text: string, zone: string): Timestamp | null {
  const day = readDay(text);
  return day === undefined ? (readTimestampOrUtc(text) ?? null) : startOfDay(day, zone);
}

function firstInstantAfter(text: string, zone: string): Timestamp | null {
  const day = readDay(text);
  if (day !== undefined) return startOfDay(nextDay(day), zone);
  const at = readTimestampOrUtc(text);
  // All stored times are in whole milliseconds.
  return at === undefined ? null : instantAfter(at);
}

/** Days of a calendar, both ends included. */
export interface DayRange {
  start_date: Day;
  end_date: Day;
}

/** Ten years, including leap days. */
export const daysAtMost = 3_660;

/**
 * The requested days, at most this many. A timestamp means its day in the zone.
 * @throws AppError VALIDATION_ERROR
 */
export function readDayRange(requested: DayRange, zone: string, most = daysAtMost): DayRange {
  const dayIn = (text: string) => readDay(text) ?? dayOf(readTimestampOrUtc(text) ?? text, zone);
  const range = { start_date: dayIn(requested.start_date), end_date: dayIn(requested.end_date) };
  const errors = new ValidationErrors();
  if (range.start_date > range.end_date) errors.add('start_date', 'must not be after the end date');
  else if (daysBetween(range.start_date, range.end_date) > most)
    errors.add('end_date', `must be at most ${most} days from the start`);
  errors.throwIfAny();
  return range;
}

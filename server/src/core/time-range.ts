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
 * The requested instants. Each end is a day in the zone or a timestamp, both included.
 * Their formats are the schema's business. @throws AppError VALIDATION_ERROR when the start is after the end
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

function firstInstantOf(written: string, zone: string): Timestamp | null {
  const day = readDay(written);
  return day === undefined ? (readTimestampOrUtc(written) ?? null) : startOfDay(day, zone);
}

function firstInstantAfter(written: string, zone: string): Timestamp | null {
  const day = readDay(written);
  if (day !== undefined) return startOfDay(nextDay(day), zone);
  const at = readTimestampOrUtc(written);
  // Everything we keep is in whole milliseconds.
  return at === undefined ? null : instantAfter(at);
}

/** Days of a calendar, both ends included. */
export interface DayRange {
  start_date: Day;
  end_date: Day;
}

/** Ten years and their leap days. */
export const daysAtMost = 3_660;

/** The requested days. A timestamp means its day in the zone. @throws AppError VALIDATION_ERROR */
export function readDayRange(asked: DayRange, zone: string): DayRange {
  const dayIn = (text: string) => readDay(text) ?? dayOf(readTimestampOrUtc(text) ?? text, zone);
  const range = { start_date: dayIn(asked.start_date), end_date: dayIn(asked.end_date) };
  const errors = new ValidationErrors();
  if (range.start_date > range.end_date) errors.add('start_date', 'must not be after the end date');
  else if (daysBetween(range.start_date, range.end_date) > daysAtMost)
    errors.add('end_date', `must be at most ${daysAtMost} days from the start`);
  errors.throwIfAny();
  return range;
}

import { nextDay, readDay, readTimestamp, startOfDay } from './calendar.ts';
import type { Timestamp } from './clock.ts';
import { invalidField } from './refusal.ts';

/** The instants from `from` (included) to `before` (excluded); `null` where it is open. */
export interface TimeRange {
  from: Timestamp | null;
  before: Timestamp | null;
}

/**
 * The instants a client asks for, each end a day on the zone's calendar or a timestamp, both included.
 * Their formats are the schema's business. @throws Refusal VALIDATION_ERROR when the start is after the end
 */
export function readTimeRange({ start_date, end_date }: { start_date?: string; end_date?: string }, zone: string): TimeRange {
  const from = start_date === undefined ? null : firstInstantOf(start_date, zone);
  const before = end_date === undefined ? null : firstInstantAfter(end_date, zone);
  if (from !== null && before !== null && from >= before) throw invalidField('start_date', 'must not be after the end date');
  return { from, before };
}

function firstInstantOf(written: string, zone: string): Timestamp | null {
  const day = readDay(written);
  return day === undefined ? (readTimestamp(written) ?? null) : startOfDay(day, zone);
}

function firstInstantAfter(written: string, zone: string): Timestamp | null {
  const day = readDay(written);
  if (day !== undefined) return startOfDay(nextDay(day), zone);
  const at = readTimestamp(written);
  // Everything we keep is in whole milliseconds.
  return at === undefined ? null : new Date(Date.parse(at) + 1).toISOString();
}

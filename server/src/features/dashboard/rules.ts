import { divideHalfUp } from '@tillhouse/core/money';
import { type Day, daysBefore, daysBetween, nextDay, readDay } from '../../core/calendar.ts';
import { invalidField } from '../../core/errors.ts';
import type { DayRange } from '../../core/time-range.ts';

/**
 * The period of the same length before.
 * @throws AppError VALIDATION_ERROR if it would begin before the calendar does
 */
export function precedingRange({ start_date, end_date }: DayRange): DayRange {
  const days = daysBetween(start_date, end_date);
  const start = readDay(daysBefore(start_date, days));
  if (start === undefined)
    throw invalidField('start_date', `must be at least ${days} days after 0001-01-01, for the previous period`);
  return { start_date: start, end_date: daysBefore(start_date, 1) };
}

/** The change between two figures in percent, one decimal, rounded half up; `null` if the first is 0. */
export function changeInPercent(before: bigint, now: bigint): number | null {
  if (before === 0n) return null;
  const base = before < 0n ? -before : before;
  return Number(divideHalfUp((now - before) * 1_000n, base)) / 10;
}

/** Every day of the range, in order. */
export function daysOf({ start_date, end_date }: DayRange): Day[] {
  // Counted and not compared as text: the day after 9999-12-31 is +010000-01-01, which sorts before it.
  const days = [start_date];
  const count = daysBetween(start_date, end_date);
  for (let day = start_date; days.length < count; days.push(day)) day = nextDay(day);
  return days;
}

/** The hours of a day, as in its series: `2026-11-20T09:00`. */
export const hoursOf = (day: Day): { hour: number; period: string }[] =>
  Array.from({ length: 24 }, (_, hour) => ({ hour, period: `${day}T${String(hour).padStart(2, '0')}:00` }));

import { divideHalfUp } from '@tillhouse/core/money';
import { type Day, daysBetween, nextDay } from '../../core/calendar.ts';
import type { DayRange } from '../../core/time-range.ts';

/** The period of the same length before. */
export function precedingRange({ start_date, end_date }: DayRange): DayRange {
  const days = daysBetween(start_date, end_date);
  const start = Temporal.PlainDate.from(start_date);
  return { start_date: start.subtract({ days }).toString(), end_date: start.subtract({ days: 1 }).toString() };
}

/** The change between two figures in percent, one decimal, rounded half up; `null` if the first is 0. */
export function changeInPercent(before: bigint, now: bigint): number | null {
  if (before === 0n) return null;
  const base = before < 0n ? -before : before;
  return Number(divideHalfUp((now - before) * 1_000n, base)) / 10;
}

/** Every day of the range, in order. */
export function daysOf({ start_date, end_date }: DayRange): Day[] {
  const days: Day[] = [];
  for (let day = start_date; day <= end_date; day = nextDay(day)) days.push(day);
  return days;
}

/** The hours of a day, as in its series: `2026-11-20T09:00`. */
export const hoursOf = (day: Day): { hour: number; period: string }[] =>
  Array.from({ length: 24 }, (_, hour) => ({ hour, period: `${day}T${String(hour).padStart(2, '0')}:00` }));

import { dayOf } from '../../core/calendar.ts';
import type { Timestamp } from '../../core/clock.ts';
import { ValidationErrors } from '../../core/errors.ts';
import { type DayRange, readDayRange } from '../../core/time-range.ts';
import { needsDates, type ReportType } from './rules.ts';

interface Dates {
  start_date?: string;
  end_date?: string;
}

/** The days that an export is about: today, where it needs none and names none. @throws AppError VALIDATION_ERROR */
export function readExportDays(type: ReportType, { start_date, end_date }: Dates, at: { now: Timestamp; timezone: string }): DayRange {
  if (needsDates(type)) {
    const errors = new ValidationErrors();
    if (start_date === undefined) errors.add('start_date', 'is required');
    if (end_date === undefined) errors.add('end_date', 'is required');
    errors.throwIfAny();
  }
  const today = dayOf(at.now, at.timezone);
  return readDayRange({ start_date: start_date ?? end_date ?? today, end_date: end_date ?? start_date ?? today }, at.timezone);
}

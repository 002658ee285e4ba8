import { type Day, dayOf, daysBefore, hourOf, periodStart, weekdayOf } from '../../core/calendar.ts';
import type { Timestamp } from '../../core/clock.ts';
import type { DayRange } from '../../core/time-range.ts';

/** The hour of Monday from which the mail is sent, on the shop's clock. */
const from_hour = 7;

/** The Monday of the last whole week. */
export const lastWeek = (now: Timestamp, timezone: string): Day =>
  daysBefore(periodStart(dayOf(now, timezone), 'week'), 7);

/** The last week whose mail is due: on Monday from seven o'clock, and on the days after it. */
export function dueWeek(now: Timestamp, timezone: string): Day {
  const week = lastWeek(now, timezone);
  const isEarly = weekdayOf(dayOf(now, timezone)) === 1 && hourOf(now, timezone) < from_hour;
  return isEarly ? daysBefore(week, 7) : week;
}

/** The days of a week that begins on this Monday, and those of the week before. */
export const weeksOf = (monday: Day): { week: DayRange; before: DayRange } => ({
  week: { start_date: monday, end_date: daysBefore(monday, -6) },
  before: { start_date: daysBefore(monday, 7), end_date: daysBefore(monday, 1) },
});

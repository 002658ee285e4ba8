import { type Day, daysBefore, daysBetween } from '../../core/calendar.ts';
import type { Timestamp } from '../../core/clock.ts';
import type { DayRange } from '../../core/time-range.ts';
import { precedingRange } from './rules.ts';

export interface ComparedPeriod {
  range: DayRange;
  /** How many days earlier it is, if it is compared up to the present time of day only; whole weeks. */
  days_back: number | undefined;
}

const days_of_week = 7;

/**
 * What a period is compared with. A period that is over is compared with the preceding one. A period that includes
 * today is compared with the same weekdays, as few whole weeks earlier as are needed, up to the same time of day.
 */
export function comparedPeriod(period: DayRange, today: Day): ComparedPeriod {
  const { start_date, end_date } = period;
  if (today < start_date || today > end_date) return { range: precedingRange(period), days_back: undefined };
  const days_back = Math.ceil(daysBetween(start_date, end_date) / days_of_week) * days_of_week;
  return {
    range: { start_date: daysBefore(start_date, days_back), end_date: daysBefore(end_date, days_back) },
    days_back,
  };
}

/** Where a comparison ends on the clock of the branches in one time zone. */
export interface Cut {
  /** `null` for the merchant's. */
  timezone: string | null;
  /** Hours before this one count as a whole. */
  day: Day;
  hour: number;
  /** Of the hour itself, what happened from its beginning to this instant, excluded. */
  from: Timestamp;
  before: Timestamp;
}

/**
 * The same time of day some days earlier. If a clock change repeats that time, it is the first one. If a clock change
 * skips it, nothing of its hour counts, because no sale has that hour.
 */
export function cutIn(
  timezone: string | null,
  { now, days_back, merchant_timezone }: { now: Timestamp; days_back: number; merchant_timezone: string },
): Cut {
  const zone = timezone ?? merchant_timezone;
  const local = Temporal.Instant.from(now).toZonedDateTimeISO(zone).toPlainDateTime().subtract({ days: days_back });
  const instantOf = (time: Temporal.PlainDateTime): Timestamp =>
    new Date(time.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds).toISOString();
  return {
    timezone,
    day: local.toPlainDate().toString(),
    hour: local.hour,
    from: instantOf(local.round({ smallestUnit: 'hour', roundingMode: 'floor' })),
    before: instantOf(local),
  };
}

/** Yesterday, and the same weekday a week before it. */
export const yesterdayOf = (today: Day): { day: Day; week_before: Day } => ({
  day: daysBefore(today, 1),
  week_before: daysBefore(today, 1 + days_of_week),
});

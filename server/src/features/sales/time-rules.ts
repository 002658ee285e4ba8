import { readTimestamp } from '../../core/calendar.ts';
import type { Timestamp } from '../../core/clock.ts';
import { invalidField, type ValidationErrors } from '../../core/errors.ts';

export const ahead_at_most_ms = 5 * 60 * 1_000;
const back_at_most_ms = 90 * 24 * 60 * 60 * 1_000;

/** A till's clock may be slightly fast, and a till may have been offline for weeks. */
export function checkTime(occurred_at: Timestamp, now: Timestamp, errors: ValidationErrors): Timestamp {
  const at = readTimestamp(occurred_at);
  if (at === undefined) throw invalidField('occurred_at', 'must be an ISO 8601 timestamp with an offset');
  const ahead_ms = Date.parse(at) - Date.parse(now);
  if (ahead_ms > ahead_at_most_ms) errors.add('occurred_at', 'lies more than 5 minutes ahead');
  if (ahead_ms < -back_at_most_ms) errors.add('occurred_at', 'lies more than 90 days back');
  return at;
}

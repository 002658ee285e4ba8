import { dayOf, daysBefore } from '../../core/calendar.ts';
import type { Timestamp } from '../../core/clock.ts';
import type { Database, Handle } from '../../platform/database/handle.ts';
import { listMonthsToSum, sumMonth } from './month-queries.ts';
import { claimMending } from './queries.ts';

/** With fewer sales a report reads the days as quickly. */
const many_sales = 1_000;

/**
 * Sums up each product's sales of a month, up to the day before yesterday (UTC), so that a report of a month need not
 * read each day.
 * After a late change a report reads the days again, until the month is summed up once more.
 */
export async function sumMonths(db: Handle, now: Timestamp, database: Database): Promise<void> {
  // In some time zone it is still yesterday.
  const until = daysBefore(dayOf(now, 'UTC'), 2);
  for (const month of await listMonthsToSum(db, { until, many_sales }))
    await database.transaction(db.merchant_id, async (tx) => {
      await claimMending(tx);
      await sumMonth(tx, month);
    });
}

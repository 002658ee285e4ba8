import { dayOf, daysBefore } from '../../core/calendar.ts';
import type { Timestamp } from '../../core/clock.ts';
import type { Database, Handle } from '../../platform/database/handle.ts';
import { listMonthsToSum, sumMonth } from './month-queries.ts';
import { claimMending } from './queries.ts';

/** Below it a report reads the days as quickly. */
const many_sales = 1_000;

/**
 * Sums up what each product brought in a month, through yesterday, so that a report of a month need not read each of its days. What arrives
 * late makes a report go by the days again, until the month is summed up anew.
 */
export async function sumMonths(db: Handle, now: Timestamp, database: Database): Promise<void> {
  // On some clock it is still yesterday.
  const until = daysBefore(dayOf(now, 'UTC'), 2);
  for (const month of await listMonthsToSum(db, { until, many_sales }))
    await database.transaction(db.merchant_id, async (tx) => {
      await claimMending(tx);
      await sumMonth(tx, month);
    });
}

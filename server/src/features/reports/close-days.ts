import { type Day, dayOf, daysBefore } from '../../core/calendar.ts';
import type { Timestamp } from '../../core/clock.ts';
import type { Database, Handle, Transaction } from '../../platform/database/handle.ts';
import { getMerchant } from '../merchant/queries.ts';
import { insertClosedDay, listOpenDays, type OpenDay } from './queries.ts';
import { reportSales, type SalesReport } from './report-sales.ts';

/** A day that is over in its branch's time zone, and its sales as known at that time. */
export interface ClosedDay {
  branch_id: string;
  branch_name: string;
  day: Day;
  report: SalesReport;
}

/** Older days belong to an imported history, and are not reported. */
const days_at_most = 7;

/** Maintenance task: emits `day.closed` once for each day with sales that is over. */
export async function closeDays(db: Handle, now: Timestamp, database: Database): Promise<void> {
  // In other time zones it may be a day later or earlier.
  const from = daysBefore(dayOf(now, 'UTC'), days_at_most);
  for (const open of await listOpenDays(db, from)) {
    if (open.day >= dayOf(now, open.timezone)) continue;
    // A change after this report has an event of its own.
    const report = await reportSales(db, { start_date: open.day, end_date: open.day, branches: [open.branch_id] });
    await database.transaction(db.merchant_id, (tx) => closeDay(tx, { ...open, report }, now));
  }
}

async function closeDay(
  tx: Transaction,
  { branch_id, branch_name, day, report }: OpenDay & ClosedDay,
  now: Timestamp,
): Promise<void> {
  // If another process emitted it first, there is nothing to do.
  if ((await insertClosedDay(tx, { branch_id, day, closed_at: now })) === 0) return;
  const merchant = await getMerchant(tx);
  const payload: ClosedDay = { branch_id, branch_name, day, report };
  tx.emit({ type: 'day.closed', subject_id: branch_id, payload, ctx: { actor: { user_id: null, merchant }, now } });
}

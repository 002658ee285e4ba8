import { type Day, dayOf, daysBefore } from '../../core/calendar.ts';
import type { Timestamp } from '../../core/clock.ts';
import type { Database, Handle, Transaction } from '../../platform/database/handle.ts';
import { getMerchant } from '../merchant/queries.ts';
import { insertClosedDay, listOpenDays, type OpenDay } from './queries.ts';
import { reportSales, type SalesReport } from './report-sales.ts';

/** A day that is over on its branch's clock, and what was taken on it, as far as was known then. */
export interface ClosedDay {
  branch_id: string;
  branch_name: string;
  day: Day;
  report: SalesReport;
}

/** What was left longer than this, nobody waits for any more: a history that is brought along, say. */
const days_at_most = 7;

/** Tells of each day on which something was taken and that is over, once. */
export async function closeDays(db: Handle, now: Timestamp, database: Database): Promise<void> {
  // Somewhere it may be a day later than here, and somewhere a day earlier.
  const from = daysBefore(dayOf(now, 'UTC'), days_at_most);
  for (const open of await listOpenDays(db, from)) {
    if (open.day >= dayOf(now, open.timezone)) continue;
    // What comes later is told by its sale.
    const report = await reportSales(db, { start_date: open.day, end_date: open.day, branches: [open.branch_id] });
    await database.transaction(db.merchant_id, (tx) => closeDay(tx, { ...open, report }, now));
  }
}

async function closeDay(tx: Transaction, { branch_id, branch_name, day, report }: OpenDay & ClosedDay, now: Timestamp): Promise<void> {
  // Another process was first.
  if ((await insertClosedDay(tx, { branch_id, day, closed_at: now })) === 0) return;
  const merchant = await getMerchant(tx);
  const payload: ClosedDay = { branch_id, branch_name, day, report };
  tx.emit({ type: 'day.closed', subject_id: branch_id, payload, ctx: { actor: { user_id: null, merchant }, now } });
}

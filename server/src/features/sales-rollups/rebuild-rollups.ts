import { type Day, dayOf, daysBefore } from '../../core/calendar.ts';
import type { Timestamp } from '../../core/clock.ts';
import type { Database, Handle, Transaction } from '../../platform/database/handle.ts';
import { listPeriods, readInvariants, statementTimeout_ms } from '../integrity/check-integrity.ts';
import { listBroken, listBrokenDays } from '../integrity/queries.ts';
import type { Invariant } from '../integrity/rules.ts';
import { listMonthsToSum, sumMonth } from './month-queries.ts';
import { addHours, addMethods, addProducts, claimMending } from './queries.ts';
import type { HourRow, MethodRow, ProductRow } from './rules.ts';

/** The invariant of each roll-up; a violating row contains the difference, in the columns of the table. */
interface Ledgers {
  hours: Invariant;
  methods: Invariant;
  products: Invariant;
}

/**
 * Rebuilds a merchant's roll-ups from the sales while sales go on.
 * The difference is calculated at one moment and then added. A sale committed meanwhile changes the actual and the
 * required value alike, so the difference stays right. Only wrong rows are locked, as a sale would lock them, one day
 * at a time; a report sees such a day before or after the correction.
 * @returns the number of corrected rows
 */
export async function rebuildRollups(database: Database, merchant_id: string): Promise<number> {
  const ledgers = await readLedgers();
  let mended = 0;
  for (const day of await listWrongDays(database.reader(merchant_id), ledgers, database))
    mended += await database.transaction(merchant_id, (tx) => mendDay(tx, ledgers, day), {
      patience_ms: statementTimeout_ms,
    });
  return mended;
}

async function readLedgers(): Promise<Ledgers> {
  const invariants = new Map((await readInvariants()).map((invariant) => [invariant.id, invariant]));
  const named = (id: string): Invariant => {
    const found = invariants.get(id);
    if (found === undefined) throw new Error(`there is no invariant ${id}`);
    return found;
  };
  return { hours: named('I10'), methods: named('I19'), products: named('I12') };
}

async function listWrongDays(db: Handle, { hours, methods, products }: Ledgers, database: Database): Promise<Day[]> {
  const wrong = new Set<Day>();
  for (const stretch of await listPeriods(db))
    for (const ledger of [hours, methods, products]) {
      const days = await database.transaction(db.merchant_id, (tx) => listBrokenDays(tx, ledger, stretch), {
        patience_ms: statementTimeout_ms,
      });
      for (const day of days) wrong.add(day);
    }
  return [...wrong].sort();
}

const noHour = { hour: 0, sales: 0, items_sold: 0, gross: 0n, discounts: 0n, refunds: 0n, tax: 0n, cost: 0n };

async function mendDay(tx: Transaction, ledgers: Ledgers, day: Day): Promise<number> {
  // Two concurrent rebuilds would add the same difference twice.
  await claimMending(tx);
  const missingOf = <Row>(ledger: Invariant) => listBroken<Row>(tx, ledger, { start_date: day, end_date: day });
  const hours = await missingOf<HourRow>(ledgers.hours);
  const methods = await missingOf<MethodRow>(ledgers.methods);
  const products = await missingOf<ProductRow>(ledgers.products);
  const mended = hours.length + methods.length + products.length;
  // Monthly sums of products are invalidated by a changed hour, so days without one are touched.
  const touched = products.filter(({ branch_id }) => !hours.some((hour) => hour.branch_id === branch_id));
  for (const branch_id of new Set(touched.map((row) => row.branch_id))) hours.push({ branch_id, day, ...noHour });
  if (hours.length > 0) addHours(tx, hours);
  if (methods.length > 0) addMethods(tx, methods);
  if (products.length > 0) addProducts(tx, products);
  return mended;
}

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

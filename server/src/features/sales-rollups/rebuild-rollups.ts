import { type Day, dayOf, daysBefore } from '../../core/calendar.ts';
import type { Timestamp } from '../../core/clock.ts';
import type { Database, Handle, Transaction } from '../../platform/database/handle.ts';
import { listPeriods, readInvariants, statementTimeout_ms } from '../integrity/check-integrity.ts';
import { listViolatingDays, listViolatingRows } from '../integrity/queries.ts';
import type { Invariant } from '../integrity/rules.ts';
import { listMonthsToSum, sumMonth } from './month-queries.ts';
import { addHours, addMethods, addProducts, lockRollups } from './queries.ts';
import type { HourRow, MethodRow, ProductRow } from './rules.ts';

/** The invariant of each roll-up. A violating row contains the difference to the sales, in the columns of the table. */
interface RollupInvariants {
  hours: Invariant;
  methods: Invariant;
  products: Invariant;
}

/**
 * Corrects a merchant's roll-ups from the sales, while sales go on.
 * The differences are calculated in one snapshot, and then added. A sale that is committed meanwhile changes the actual
 * and the required value alike, so the differences stay right. Only wrong rows are locked, as a sale would lock them.
 * Each day has its own transaction, so that a report sees the day before or after its correction.
 * @returns the number of corrected rows
 */
export async function rebuildRollups(database: Database, merchant_id: string): Promise<number> {
  const invariants = await readRollupInvariants();
  let corrected = 0;
  for (const day of await listWrongDays(database.reader(merchant_id), invariants, database))
    corrected += await database.transaction(merchant_id, (tx) => correctDay(tx, invariants, day), {
      timeout_ms: statementTimeout_ms,
    });
  return corrected;
}

async function readRollupInvariants(): Promise<RollupInvariants> {
  const invariants = new Map((await readInvariants()).map((invariant) => [invariant.id, invariant]));
  const named = (id: string): Invariant => {
    const found = invariants.get(id);
    if (found === undefined) throw new Error(`there is no invariant ${id}`);
    return found;
  };
  return { hours: named('I10'), methods: named('I19'), products: named('I12') };
}

async function listWrongDays(
  db: Handle,
  { hours, methods, products }: RollupInvariants,
  database: Database,
): Promise<ReadonlySet<Day>> {
  const wrong = new Set<Day>();
  for (const period of await listPeriods(db))
    for (const invariant of [hours, methods, products]) {
      const days = await database.transaction(db.merchant_id, (tx) => listViolatingDays(tx, invariant, period), {
        timeout_ms: statementTimeout_ms,
      });
      for (const day of days) wrong.add(day);
    }
  return wrong;
}

const emptyHour = { hour: 0, sales: 0, items_sold: 0, gross: 0n, discounts: 0n, refunds: 0n, tax: 0n, cost: 0n };

async function correctDay(tx: Transaction, invariants: RollupInvariants, day: Day): Promise<number> {
  // Without the lock, two concurrent rebuilds would add the same difference twice.
  await lockRollups(tx);
  const differencesOf = <Row>(invariant: Invariant) =>
    listViolatingRows<Row>(tx, invariant, { start_date: day, end_date: day });
  const hours = await differencesOf<HourRow>(invariants.hours);
  const methods = await differencesOf<MethodRow>(invariants.methods);
  const products = await differencesOf<ProductRow>(invariants.products);
  const corrected = hours.length + methods.length + products.length;
  // Only a changed hour invalidates the monthly sums of products, so an hour without a difference is added.
  const withoutHour = products.filter(({ branch_id }) => !hours.some((hour) => hour.branch_id === branch_id));
  for (const branch_id of new Set(withoutHour.map((row) => row.branch_id)))
    hours.push({ branch_id, day, ...emptyHour });
  addHours(tx, hours);
  addMethods(tx, methods);
  addProducts(tx, products);
  return corrected;
}

/** If a month has fewer sales, a report reads its days as quickly as a monthly sum. */
const many_sales = 1_000;

/**
 * Sums up each product's sales of a month, up to the day before yesterday (UTC), so that a report of a month does not
 * read each day. If a day changes afterwards, reports read the days until the month is summed up again.
 */
export async function sumMonths(db: Handle, now: Timestamp, database: Database): Promise<void> {
  // In some time zone it is still yesterday.
  const until = daysBefore(dayOf(now, 'UTC'), 2);
  for (const month of await listMonthsToSum(db, { until, many_sales }))
    await database.transaction(db.merchant_id, async (tx) => {
      await lockRollups(tx);
      await sumMonth(tx, month);
    });
}

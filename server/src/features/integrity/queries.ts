import { type RawBuilder, sql } from 'kysely';
import type { Day } from '../../core/calendar.ts';
import type { Timestamp } from '../../core/clock.ts';
import type { DayRange } from '../../core/time-range.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';
import { build } from '../../platform/database/statement.ts';
import {
  allDays,
  type History,
  type Invariant,
  limitToMerchant,
  splitAtParameters,
  type ViolatingRow,
  type Violation,
} from './rules.ts';

/** The query of an invariant for a merchant and a period. Its text is the same for all of them. */
const invariantQuery = (db: Handle, { query }: Invariant, { start_date, end_date }: DayRange): RawBuilder<unknown> => {
  const parameters: Record<string, RawBuilder<unknown>> = {
    $1: sql`${db.merchant_id}::uuid`,
    "'-infinity'::date": sql`${start_date}::date`,
    "'infinity'::date": sql`${end_date}::date`,
  };
  return sql.join(
    splitAtParameters(limitToMerchant(query)).map((part) => parameters[part] ?? sql.raw(part)),
    sql.raw(''),
  );
};

/** The merchant's rows of a period that violate an invariant. */
export const listViolatingRows = <Row = ViolatingRow>(
  db: Handle,
  invariant: Invariant,
  days: DayRange = allDays,
): Promise<Row[]> => db.many(invariantQuery(db, invariant, days) as RawBuilder<Row>);

/** The days of a period with rows that violate an invariant, in any order. */
export const listViolatingDays = async (db: Handle, invariant: Invariant, days: DayRange): Promise<Day[]> =>
  (await db.many(sql<{ day: Day }>`select distinct day from (${invariantQuery(db, invariant, days)}) broken`)).map(
    ({ day }) => day,
  );

const is_long_above = 20_000;

/** The first and last day with sales, and whether there are many. */
export const findHistory = (db: Handle): Promise<History> =>
  db.one(sql<History>`
    select (select occurred_at at time zone 'UTC' from sales where merchant_id = ${db.merchant_id} order by occurred_at limit 1)::date as first,
      (now() at time zone 'UTC')::date as last,
      exists (select from sales where merchant_id = ${db.merchant_id} offset ${is_long_above}) as is_long`);

/** Takes the lock of integrity checks until the transaction ends. @returns false if another check holds it */
export const lockCheck = async (db: Handle): Promise<boolean> =>
  (await db.one(sql<{ claimed: boolean }>`select pg_try_advisory_xact_lock(hashtext('doctor')) as claimed`)).claimed;

export interface CheckRow {
  checked_at: Timestamp;
  duration_ms: number;
  findings: string;
}

export const findCheck = (db: Handle): Promise<CheckRow | undefined> =>
  db.first(
    build
      .selectFrom('checks')
      .select(['checked_at', 'duration_ms', 'findings'])
      .where('merchant_id', '=', db.merchant_id),
  );

/** Whether events were emitted since then: every change emits one. */
export const hasEventsSince = async (db: Handle, since: Timestamp): Promise<boolean> =>
  (
    await db.one(sql<{ found: boolean }>`
      select exists (select from events where merchant_id = ${db.merchant_id} and created_at >= ${since}::timestamptz) as found`)
  ).found;

export const upsertCheck = (tx: Transaction, check: CheckRow): Promise<number> =>
  tx.run(
    build
      .insertInto('checks')
      .values({ ...check, merchant_id: tx.merchant_id })
      .onConflict((conflict) => conflict.column('merchant_id').doUpdateSet(check)),
  );

/** The merchant's violations, as counted in the metrics. */
export async function replaceViolations(tx: Transaction, findings: readonly Violation[]): Promise<void> {
  await tx.run(sql`delete from broken_invariants where merchant_id = ${tx.merchant_id}`);
  for (const { id, broken } of findings)
    await tx.run(sql`
      insert into broken_invariants (merchant_id, invariant, broken) values (${tx.merchant_id}, ${id}, ${broken})
      on conflict (merchant_id, invariant) do update set broken = excluded.broken`);
}

import { type RawBuilder, sql } from 'kysely';
import type { Day } from '../../core/calendar.ts';
import type { Timestamp } from '../../core/clock.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';
import { build, type InText, inBranches, rowsOf } from '../../platform/database/statement.ts';
import { figureSumsInText, inScope } from './figure-queries.ts';
import { type DayFigures, readFigures, type Scope } from './rules.ts';
import { type ProductFigures, topProducts } from './top-queries.ts';

const days = (db: Handle, scope: Scope): RawBuilder<InText<DayFigures>> => sql<InText<DayFigures>>`
  select t.day::text as day, sum(t.sales)::int as sales, ${figureSumsInText('t')}
  from ${inScope(db, 'sales_rollups', scope)}
  group by t.day order by t.day`;

/** Days without sales have no row. */
export const listDays = async (db: Handle, scope: Scope): Promise<DayFigures[]> =>
  (await db.many(days(db, scope))).map(readFigures);

export interface MethodFigures {
  method: string;
  payments: number;
  amount: bigint;
}

const methods = (db: Handle, scope: Scope): RawBuilder<InText<MethodFigures>> => sql<InText<MethodFigures>>`
  select t.method, sum(t.payments)::int as payments, sum(t.amount)::text as amount
  from ${inScope(db, 'sales_rollups_by_method', scope)}
  group by t.method
  having sum(t.payments) <> 0 or sum(t.amount) <> 0
  order by sum(t.amount) desc, t.method`;

const timezones = (db: Handle, { branches }: Scope): RawBuilder<{ timezone: string | null }> =>
  sql<{
    timezone: string | null;
  }>`select distinct b.timezone from branches b where b.merchant_id = ${db.merchant_id}::uuid and ${inBranches('b.id', branches)}`;

export interface ReportFigures {
  days: DayFigures[];
  methods: MethodFigures[];
  top_products: ProductFigures[];
  /** The totals of the scope to compare with. */
  compared: DayFigures[];
  /** Of the branches, if there is a scope to compare with. */
  timezones: (string | null)[];
}

const nothing = sql`'[]'::json`;

interface ReportInText {
  days: InText<DayFigures>[];
  methods: InText<MethodFigures>[];
  top_products: InText<ProductFigures>[];
  compared: InText<DayFigures>[];
  timezones: { timezone: string | null }[];
}

/** The whole report of a scope in one statement, so that its parts are consistent. */
export async function findFigures(
  db: Handle,
  scope: Scope,
  { top, compared }: { top: number; compared: Scope | undefined },
): Promise<ReportFigures> {
  const found = await db.one(sql<ReportInText>`
    select ${rowsOf(days(db, scope))} as days, ${rowsOf(methods(db, scope))} as methods,
      ${rowsOf(topProducts(db, scope, top))} as top_products,
      ${compared === undefined ? nothing : rowsOf(days(db, compared))} as compared,
      ${compared === undefined ? nothing : rowsOf(timezones(db, scope))} as timezones`);
  return {
    days: found.days.map(readFigures),
    methods: found.methods.map((row) => ({ ...row, amount: BigInt(row.amount) })),
    top_products: found.top_products.map((row) => ({
      ...row,
      quantity: BigInt(row.quantity),
      revenue: BigInt(row.revenue),
    })),
    compared: found.compared.map(readFigures),
    timezones: found.timezones.map(({ timezone }) => timezone),
  };
}

/** A day of a branch with sales whose end was not emitted yet. */
export interface OpenDay {
  branch_id: string;
  branch_name: string;
  timezone: string;
  day: Day;
}

export const listOpenDays = (db: Handle, from: Day): Promise<OpenDay[]> =>
  db.many(sql<OpenDay>`
    select distinct b.id as branch_id, b.name as branch_name, coalesce(b.timezone, m.timezone) as timezone, t.day
    from branches b
    join merchants m on m.id = b.merchant_id
    join sales_rollups t on t.merchant_id = b.merchant_id and t.branch_id = b.id and t.merchant_id = ${db.merchant_id}::uuid and t.day >= ${from}::date
    where b.merchant_id = ${db.merchant_id}
      and not exists (select from closed_days c where c.merchant_id = b.merchant_id and c.branch_id = b.id and c.day = t.day)
    order by t.day, b.id`);

/** @returns 0 if it was there before */
export const insertClosedDay = (
  tx: Transaction,
  day: { branch_id: string; day: Day; closed_at: Timestamp },
): Promise<number> =>
  tx.run(
    build
      .insertInto('closed_days')
      .values({ ...day, merchant_id: tx.merchant_id })
      .onConflict((conflict) => conflict.doNothing()),
  );

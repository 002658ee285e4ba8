import { type RawBuilder, sql } from 'kysely';
import type { Handle, Transaction } from '../../db/handle.ts';
import { build, inBranches } from '../../db/statement.ts';
import type { Branches } from '../../kernel/branches.ts';
import type { Day } from '../../kernel/calendar.ts';
import type { Timestamp } from '../../kernel/clock.ts';
import type { DayRange } from '../../kernel/time-range.ts';
import type { DayFigures } from './rules.ts';

/** What a report looks at. A branch that the merchant does not have took nothing. */
export interface Scope extends DayRange {
  branches: Branches;
}

/**
 * The rows of a roll-up in scope, as `t`. By way of the branches, so that the primary key serves each of them:
 * the cost is that of the days asked for, and not of all the years before.
 */
const inScope = (db: Handle, table: 'takings' | 'takings_by_method' | 'takings_by_product', scope: Scope): RawBuilder<unknown> => sql`
  branches b join ${sql.table(table)} t on t.merchant_id = b.merchant_id and t.branch_id = b.id
    and t.merchant_id = ${db.merchant_id}::uuid
    and t.day between ${scope.start_date}::date and ${scope.end_date}::date
    and b.merchant_id = ${db.merchant_id}::uuid
    and ${inBranches('b.id', scope.branches)}`;

/** Days on which nothing happened have no row. */
export const listDays = (db: Handle, scope: Scope): Promise<DayFigures[]> =>
  db.many(sql<DayFigures>`
    select t.day, sum(t.sales)::int as sales, sum(t.items_sold)::bigint as items_sold, sum(t.gross)::bigint as gross,
      sum(t.discounts)::bigint as discounts, sum(t.refunds)::bigint as refunds, sum(t.tax)::bigint as tax, sum(t.cost)::bigint as cost
    from ${inScope(db, 'takings', scope)}
    group by t.day order by t.day`);

export interface MethodFigures {
  method: string;
  payments: number;
  amount: bigint;
}

export const listMethods = (db: Handle, scope: Scope): Promise<MethodFigures[]> =>
  db.many(sql<MethodFigures>`
    select t.method, sum(t.payments)::int as payments, sum(t.amount)::bigint as amount
    from ${inScope(db, 'takings_by_method', scope)}
    group by t.method
    having sum(t.payments) <> 0 or sum(t.amount) <> 0
    order by amount desc, t.method`);

export interface ProductFigures {
  product_id: string;
  name: string;
  sku: string;
  quantity: bigint;
  revenue: bigint;
}

/** The products that brought in most; what was only given back is no top product. */
export const listTopProducts = (db: Handle, scope: Scope, limit: number): Promise<ProductFigures[]> =>
  db.many(sql<ProductFigures>`
    select s.product_id, case when parent.id is null then p.name else parent.name || ' - ' || p.name end as name, p.sku, s.quantity, s.revenue
    from (
      select t.product_id, sum(t.quantity)::bigint as quantity, sum(t.revenue)::bigint as revenue
      from ${inScope(db, 'takings_by_product', scope)}
      group by t.product_id
      having sum(t.quantity) > 0 or sum(t.revenue) > 0
    ) s
    join products p on p.merchant_id = ${db.merchant_id}::uuid and p.id = s.product_id
    left join products parent on parent.merchant_id = p.merchant_id and parent.id = p.parent_id
    order by s.revenue desc, s.quantity desc, name, p.id
    limit ${limit}`);

/** A day of a branch on which something was taken, and of which nobody was told that it is over. */
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
    join takings t on t.merchant_id = b.merchant_id and t.branch_id = b.id and t.merchant_id = ${db.merchant_id}::uuid and t.day >= ${from}::date
    where b.merchant_id = ${db.merchant_id}
      and not exists (select from closed_days c where c.merchant_id = b.merchant_id and c.branch_id = b.id and c.day = t.day)
    order by t.day, b.id`);

/** @returns 0 when it was there already */
export const insertClosedDay = (tx: Transaction, day: { branch_id: string; day: Day; closed_at: Timestamp }): Promise<number> =>
  tx.run(
    build
      .insertInto('closed_days')
      .values({ ...day, merchant_id: tx.merchant_id })
      .onConflict((conflict) => conflict.doNothing()),
  );

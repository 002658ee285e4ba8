import { type RawBuilder, sql } from 'kysely';
import type { Branches } from '../../core/branches.ts';
import type { Timestamp } from '../../core/clock.ts';
import type { DayRange } from '../../core/time-range.ts';
import type { Handle } from '../../platform/database/handle.ts';
import { type InText, inBranches, inJson, rowsOf } from '../../platform/database/statement.ts';

interface Scope extends DayRange {
  branches: Branches;
}

export interface HourFigures {
  hour: number;
  sales: number;
  /** Net of discounts and refunds. */
  net: bigint;
}

/** By hour in the branches' time zones, over all days of the range. */
const hours = (db: Handle, scope: Scope): RawBuilder<InText<HourFigures>> => sql<InText<HourFigures>>`
  select t.hour, sum(t.sales)::int as sales, sum(t.gross - t.discounts - t.refunds)::text as net
  from branches b join sales_rollups t on t.merchant_id = b.merchant_id and t.branch_id = b.id
    and t.merchant_id = ${db.merchant_id}::uuid and t.day between ${scope.start_date}::date and ${scope.end_date}::date
    and b.merchant_id = ${db.merchant_id}::uuid and ${inBranches('b.id', scope.branches)}
  group by t.hour order by t.hour`;

/** From the first instant, inclusive, to the last, exclusive. */
export interface Span {
  from: Timestamp;
  before: Timestamp;
}

/** Customers created in a period and not deleted. */
const newCustomers = (db: Handle, { from, before }: Span): RawBuilder<number> => sql<number>`(
  select count(*)::int from customers
  where merchant_id = ${db.merchant_id} and deleted_at is null and created_at >= ${from} and created_at < ${before})`;

/** The number of low levels, as `/inventory?low_stock=true` lists them. */
const lowLevels = (db: Handle, branches: Branches): RawBuilder<number> => sql<number>`(
  select count(*)::int
  from products p
  join stock_levels l on l.merchant_id = p.merchant_id and l.product_id = p.id
  join warehouses w on w.merchant_id = l.merchant_id and w.id = l.warehouse_id
  left join products parent on parent.merchant_id = p.merchant_id and parent.id = p.parent_id
  where p.merchant_id = ${db.merchant_id} and p.deleted_at is null and parent.deleted_at is null and p.track_stock
    and l.on_hand - l.reserved <= p.min_stock and ${inBranches('w.branch_id', branches)})`;

export interface RecentSale {
  id: string;
  code: string;
  total: bigint;
  refunded_amount: bigint;
  status: string;
  payment_method: string | null;
  branch_id: string;
  customer_id: string | null;
  occurred_at: Timestamp;
  created_at: Timestamp;
}

const recentSales = (
  db: Handle,
  scope: { branches: Branches; before: Timestamp; limit: number },
): RawBuilder<InText<RecentSale>> =>
  sql<InText<RecentSale>>`
    select id, code, total::text as total, refunded_amount::text as refunded_amount, status, payment_method, branch_id, customer_id,
      ${inJson('occurred_at')} as occurred_at, ${inJson('created_at')} as created_at
    from sales s
    where s.merchant_id = ${db.merchant_id} and s.occurred_at < ${scope.before} and ${inBranches('s.branch_id', scope.branches)}
    order by s.occurred_at desc, s.id desc limit ${scope.limit}`;

export interface OtherFigures {
  new_customers: number;
  new_before: number;
  low_stock_count: number;
  hours: HourFigures[];
  recent: RecentSale[];
}

interface OtherFiguresInText extends Pick<OtherFigures, 'new_customers' | 'new_before' | 'low_stock_count'> {
  hours: InText<HourFigures>[];
  recent: InText<RecentSale>[];
}

interface SummaryScope {
  scope: Scope;
  now: Span;
  preceding: Span;
  recent: number;
}

/** The figures of a summary that the sales report does not have, in one statement. */
export async function findOtherFigures(
  db: Handle,
  { scope, now, preceding, recent }: SummaryScope,
): Promise<OtherFigures> {
  const { branches } = scope;
  const found = await db.one(sql<OtherFiguresInText>`
    select ${newCustomers(db, now)} as new_customers, ${newCustomers(db, preceding)} as new_before,
      ${lowLevels(db, branches)} as low_stock_count, ${rowsOf(hours(db, scope))} as hours,
      ${rowsOf(recentSales(db, { branches, before: now.before, limit: recent }))} as recent`);
  return {
    ...found,
    hours: found.hours.map((row) => ({ ...row, net: BigInt(row.net) })),
    recent: found.recent.map((row) => ({
      ...row,
      total: BigInt(row.total),
      refunded_amount: BigInt(row.refunded_amount),
    })),
  };
}

import { sql } from 'kysely';
import type { Handle } from '../../db/handle.ts';
import { inBranches } from '../../db/statement.ts';
import type { Branches } from '../../kernel/branches.ts';
import type { Timestamp } from '../../kernel/clock.ts';
import type { DayRange } from '../../kernel/time-range.ts';

interface Scope extends DayRange {
  branches: Branches;
}

export interface HourFigures {
  hour: number;
  sales: number;
  /** Net of discounts and refunds. */
  net: bigint;
}

/** By the hour on the branches' clocks, over all days of the range. */
export const listHours = (db: Handle, scope: Scope): Promise<HourFigures[]> =>
  db.many(sql<HourFigures>`
    select t.hour, sum(t.sales)::int as sales, sum(t.gross - t.discounts - t.refunds)::bigint as net
    from branches b join takings t on t.merchant_id = b.merchant_id and t.branch_id = b.id
      and t.merchant_id = ${db.merchant_id}::uuid and t.day between ${scope.start_date}::date and ${scope.end_date}::date
      and b.merchant_id = ${db.merchant_id}::uuid and ${inBranches('b.id', scope.branches)}
    group by t.hour order by t.hour`);

/** Customers who came in a stretch of time, from the first instant to before the last, and are still there. */
export const countNewCustomers = (db: Handle, from: Timestamp, before: Timestamp): Promise<{ count: number }> =>
  db.one(sql<{ count: number }>`
    select count(*)::int as count from customers
    where merchant_id = ${db.merchant_id} and deleted_at is null and created_at >= ${from} and created_at < ${before}`);

/** Levels that are low: what `/inventory?low_stock=true` lists. */
export const countLowStock = (db: Handle, branches: Branches): Promise<{ count: number }> =>
  db.one(sql<{ count: number }>`
    select count(*)::int as count
    from products p
    join stock_levels l on l.merchant_id = p.merchant_id and l.product_id = p.id
    join warehouses w on w.merchant_id = l.merchant_id and w.id = l.warehouse_id
    left join products parent on parent.merchant_id = p.merchant_id and parent.id = p.parent_id
    where p.merchant_id = ${db.merchant_id} and p.deleted_at is null and parent.deleted_at is null and p.track_stock
      and l.on_hand - l.reserved <= p.min_stock and ${inBranches('w.branch_id', branches)}`);

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

export const listRecentSales = (db: Handle, scope: { branches: Branches; before: Timestamp; limit: number }): Promise<RecentSale[]> =>
  db.many(sql<RecentSale>`
    select id, code, total, refunded_amount, status, payment_method, branch_id, customer_id, occurred_at, created_at
    from sales
    where merchant_id = ${db.merchant_id} and occurred_at < ${scope.before}
      and ${inBranches('branch_id', scope.branches)}
    order by occurred_at desc, id desc limit ${scope.limit}`);

import { type RawBuilder, sql } from 'kysely';
import type { Branches } from '../../core/branches.ts';
import type { Day } from '../../core/calendar.ts';
import type { DayRange } from '../../core/time-range.ts';
import type { Handle } from '../../platform/database/handle.ts';
import { column, type InText, inBranches } from '../../platform/database/statement.ts';
import type { Figures } from '../reports/report-sales.ts';
import type { Cut } from './comparison-rules.ts';

interface Scope extends DayRange {
  branches: Branches;
}

/** A part of a series: an hour of a day, or a day. */
export interface SeriesFigures {
  part: string;
  sales: number;
  /** Net of discounts and refunds. */
  net: bigint;
}

/** By hour on the branches' clocks for a single day, else by day. Parts without sales have no row. */
export const series = (db: Handle, scope: Scope): RawBuilder<InText<SeriesFigures>> => {
  const part = sql.ref(scope.start_date === scope.end_date ? 't.hour' : 't.day');
  return sql<InText<SeriesFigures>>`
  select ${part}::text as part, sum(t.sales)::int as sales, sum(t.gross - t.discounts - t.refunds)::text as net
  from branches b join sales_rollups t on t.merchant_id = b.merchant_id and t.branch_id = b.id
    and t.merchant_id = ${db.merchant_id}::uuid and t.day between ${scope.start_date}::date and ${scope.end_date}::date
    and b.merchant_id = ${db.merchant_id}::uuid and ${inBranches('b.id', scope.branches)}
  group by ${part} order by ${part}`;
};

/** The net sales of single days. A day without sales has no row. */
export const singleDays = (
  db: Handle,
  { days, branches }: { days: readonly Day[]; branches: Branches },
): RawBuilder<InText<SeriesFigures>> => sql<InText<SeriesFigures>>`
  select t.day::text as part, sum(t.sales)::int as sales, sum(t.gross - t.discounts - t.refunds)::text as net
  from branches b join sales_rollups t on t.merchant_id = b.merchant_id and t.branch_id = b.id
    and t.merchant_id = ${db.merchant_id}::uuid and t.day = any(${days}::date[])
    and b.merchant_id = ${db.merchant_id}::uuid and ${inBranches('b.id', branches)}
  group by t.day`;

/**
 * The figures of a period up to the cuts, as the roll-ups sum them. Whole hours are read from the roll-ups. Of the
 * last hour, the sales and refunds between two instants are read by their indexes: at most an hour of one merchant.
 */
export function untilCuts(
  db: Handle,
  { start_date, end_date, branches }: Scope,
  cuts: readonly Cut[],
): RawBuilder<InText<Figures>> {
  const merchant = sql`${db.merchant_id}::uuid`;
  const isInRange = (day: string) => sql`${sql.ref(day)} between ${start_date}::date and ${end_date}::date`;
  const ofCut = sql`b.merchant_id = ${merchant} and b.timezone is not distinct from c.timezone and ${inBranches('b.id', branches)}`;
  const refundsOfCut = sql`cuts c
    join refunds r on r.merchant_id = ${merchant} and r.created_at >= c.from_at and r.created_at < c.before_at
      and r.business_day = c.day and r.business_hour = c.hour
    join sales s on s.merchant_id = ${merchant} and s.id = r.sale_id
    join branches b on b.id = s.branch_id and ${ofCut}`;
  return sql<InText<Figures>>`
  with cuts as (
    select * from unnest(${column(cuts, 'timezone')}::text[], ${column(cuts, 'day')}::date[], ${column(cuts, 'hour')}::int[],
      ${column(cuts, 'from')}::timestamptz[], ${column(cuts, 'before')}::timestamptz[]) as c (timezone, day, hour, from_at, before_at)
  )
  select coalesce(sum(f.sales), 0)::int as sales, coalesce(sum(f.items_sold), 0)::text as items_sold, coalesce(sum(f.gross), 0)::text as gross,
    coalesce(sum(f.discounts), 0)::text as discounts, coalesce(sum(f.refunds), 0)::text as refunds, coalesce(sum(f.tax), 0)::text as tax,
    coalesce(sum(f.cost), 0)::text as cost
  from (
    select t.sales, t.items_sold, t.gross, t.discounts, t.refunds, t.tax, t.cost
    from cuts c join branches b on ${ofCut}
    join sales_rollups t on t.merchant_id = ${merchant} and t.branch_id = b.id and ${isInRange('t.day')}
    where t.day < c.day or (t.day = c.day and t.hour < c.hour)
    union all
    select 1, s.item_count, s.total + s.discount, s.discount, 0, s.tax, s.cost
    from cuts c
    join sales s on s.merchant_id = ${merchant} and s.occurred_at >= c.from_at and s.occurred_at < c.before_at
      and s.business_day = c.day and s.business_hour = c.hour and s.status in ('completed', 'partially_refunded', 'refunded')
    join branches b on b.id = s.branch_id and ${ofCut}
    where ${isInRange('c.day')}
    union all
    select 0, 0, 0, 0, r.amount, -r.tax, 0 from ${refundsOfCut} where ${isInRange('c.day')}
    union all
    select 0, -l.quantity, 0, 0, 0, 0, case when r.restock then -i.unit_cost * l.quantity else 0 end
    from ${refundsOfCut}
    join refund_lines l on l.merchant_id = ${merchant} and l.refund_id = r.id
    join sale_lines i on i.merchant_id = ${merchant} and i.sale_id = l.sale_id and i.line_no = l.sale_line_no
    where ${isInRange('c.day')}
  ) f`;
}

export const readSeries = (row: InText<SeriesFigures>): SeriesFigures => ({ ...row, net: BigInt(row.net) });

export const readFigures = ({ sales, items_sold, gross, discounts, refunds, tax, cost }: InText<Figures>): Figures => ({
  ...{ sales, items_sold: BigInt(items_sold), gross: BigInt(gross), discounts: BigInt(discounts) },
  ...{ refunds: BigInt(refunds), tax: BigInt(tax), cost: BigInt(cost) },
});

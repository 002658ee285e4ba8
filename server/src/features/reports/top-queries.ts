import { type RawBuilder, sql } from 'kysely';
import type { Handle } from '../../platform/database/handle.ts';
import { type InText, inBranches } from '../../platform/database/statement.ts';
import type { Scope } from './rules.ts';

export interface ProductFigures {
  product_id: string;
  name: string;
  sku: string;
  quantity: bigint;
  revenue: bigint;
}

/** How many top products of each month and branch are read first. */
const first_read = sql.raw('30');

/**
 * The products with the highest revenue. A product that was only refunded is not one of them.
 *
 * The lists to combine are the monthly sums that are current, and the sums of the remaining days. The top of each list
 * is read first. The revenue of a product that is in none of these tops is at most the sum of their last entries
 * (`bound`). If enough of the read products exceed that bound, they are the result. Otherwise all rows are read.
 */
export const topProducts = (db: Handle, scope: Scope, limit: number): RawBuilder<InText<ProductFigures>> => {
  const merchant = sql`${db.merchant_id}::uuid`;
  const [start, end] = [sql`${scope.start_date}::date`, sql`${scope.end_date}::date`];
  const max = sql`${limit}::int`;
  return sql<InText<ProductFigures>>`
  with scope as materialized (
    select b.id from branches b where b.merchant_id = ${merchant} and ${inBranches('b.id', scope.branches)}
  ), months as materialized (
    select m.branch_id, m.month, m.through_day
    from scope b join sales_rollup_months m on m.merchant_id = ${merchant} and m.branch_id = b.id
    where m.month >= ${start} and m.through_day <= ${end} and m.changes = (
      select sum(t.changes) from sales_rollups t where t.merchant_id = ${merchant} and t.branch_id = m.branch_id and t.day between m.month and m.through_day)
  ), gaps as (
    select branch_id, lag(through_day + 1, 1, ${start}) over (partition by branch_id order by month) as from_day, month - 1 as to_day from months
    union all
    select b.id, coalesce(max(m.through_day) + 1, ${start}), ${end} from scope b left join months m on m.branch_id = b.id group by b.id
  ), days as materialized (
    select t.product_id, sum(t.quantity) as quantity, sum(t.revenue) as revenue
    from gaps g join sales_rollups_by_product t on t.merchant_id = ${merchant} and t.branch_id = g.branch_id and t.day between g.from_day and g.to_day
    group by t.product_id
  ), best as materialized (
    select m.branch_id, m.month, l.product_id, l.revenue
    from months m cross join lateral (
      select p.product_id, p.revenue from sales_rollup_months_by_product p
      where p.merchant_id = ${merchant} and p.branch_id = m.branch_id and p.month = m.month
      order by p.revenue desc limit ${first_read}
    ) l
    union all
    (select null, null, product_id, revenue from days order by revenue desc limit ${first_read})
  ), bound as (
    select coalesce(sum(revenue), 0) as revenue
    from (
      select greatest(min(revenue), 0) as revenue from best group by branch_id, month having count(*) = ${first_read}
    ) lists
  ), ahead as materialized (
    select * from (
      select c.product_id, coalesce(d.quantity, 0) + coalesce(s.quantity, 0) as quantity, coalesce(d.revenue, 0) + coalesce(s.revenue, 0) as revenue
      from (select distinct product_id from best) c
      left join days d on d.product_id = c.product_id
      left join lateral (
        select sum(p.quantity) as quantity, sum(p.revenue) as revenue
        from months m join sales_rollup_months_by_product p
          on p.merchant_id = ${merchant} and p.branch_id = m.branch_id and p.month = m.month and p.product_id = c.product_id
      ) s on true
    ) sums
    where revenue > (select revenue from bound)
  ), enough as (
    select count(*) >= ${max} as is_enough from ahead
  ), sums as (
    select product_id, quantity, revenue from ahead where (select is_enough from enough)
    union all
    select product_id, sum(quantity), sum(revenue)
    from (
      select product_id, quantity, revenue from days
      union all
      select p.product_id, p.quantity, p.revenue
      from months m join sales_rollup_months_by_product p on p.merchant_id = ${merchant} and p.branch_id = m.branch_id and p.month = m.month
    ) everything
    where not (select is_enough from enough)
    group by product_id
    having sum(quantity) > 0 or sum(revenue) > 0
  ), leaders as (
    select * from sums order by revenue desc, quantity desc fetch first (${max}) rows with ties
  )
  select s.product_id, case when parent.id is null then p.name else parent.name || ' - ' || p.name end as name, p.sku,
    s.quantity::text as quantity, s.revenue::text as revenue
  from leaders s
  join products p on p.merchant_id = ${merchant} and p.id = s.product_id
  left join products parent on parent.merchant_id = p.merchant_id and parent.id = p.parent_id
  order by s.revenue desc, s.quantity desc, name, p.id
  limit ${max}`;
};

import { sql } from 'kysely';
import type { Day } from '../../core/calendar.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';

/** A month of a branch, up to the last day to sum up. */
export interface MonthToSum {
  branch_id: string;
  month: Day;
  through_day: Day;
}

/**
 * Months with many sales whose sum up to that day is missing or outdated. The query goes branch by branch, so that it
 * can use the primary key.
 */
export const listMonthsToSum = (
  db: Handle,
  { until, many_sales }: { until: Day; many_sales: number },
): Promise<MonthToSum[]> =>
  db.many(sql<MonthToSum>`
    select b.id as branch_id, t.month, t.through_day
    from branches b cross join lateral (
      select month, least((month + interval '1 month')::date - 1, ${until}::date) as through_day, sum(sales) as sales
      from (
        select date_trunc('month', k.day)::date as month, k.sales from sales_rollups k
        where k.merchant_id = ${db.merchant_id} and k.branch_id = b.id and k.day <= ${until}::date
      ) days
      group by month
    ) t
    left join sales_rollup_months m on m.merchant_id = b.merchant_id and m.branch_id = b.id and m.month = t.month
    where b.merchant_id = ${db.merchant_id} and t.sales >= ${many_sales}
      and (m.through_day is distinct from t.through_day or m.changes <> (
        select sum(k.changes) from sales_rollups k
        where k.merchant_id = ${db.merchant_id} and k.branch_id = b.id and k.day between t.month and t.through_day
      ))`);

/** Sums up a month from its days, whose rows are never deleted, and stores how many changes the sum includes. */
export async function sumMonth(tx: Transaction, { branch_id, month, through_day }: MonthToSum): Promise<void> {
  const days = sql`merchant_id = ${tx.merchant_id}::uuid and branch_id = ${branch_id}::uuid and day between ${month}::date and ${through_day}::date`;
  await tx.run(sql`
    insert into sales_rollup_months (merchant_id, branch_id, month, through_day, changes)
    values (${tx.merchant_id}, ${branch_id}, ${month}, ${month}, -1) on conflict (merchant_id, branch_id, month) do nothing`);
  await tx.run(sql`
    with head as (
      update sales_rollup_months set through_day = ${through_day}::date, changes = (select sum(changes) from sales_rollups where ${days})
      where merchant_id = ${tx.merchant_id} and branch_id = ${branch_id} and month = ${month}
    ), sums as (
      select product_id, sum(quantity) as quantity, sum(revenue) as revenue from sales_rollups_by_product where ${days} group by product_id
    )
    insert into sales_rollup_months_by_product as p (merchant_id, branch_id, month, product_id, quantity, revenue)
    select ${tx.merchant_id}::uuid, ${branch_id}::uuid, ${month}::date, product_id, quantity, revenue from sums
    on conflict (merchant_id, branch_id, month, product_id) do update set quantity = excluded.quantity, revenue = excluded.revenue
    where (p.quantity, p.revenue) <> (excluded.quantity, excluded.revenue)`);
}

import { sql } from 'kysely';
import type { Handle } from '../../platform/database/handle.ts';
import { inBranches } from '../../platform/database/statement.ts';
import type { ProductDay } from './product-sales-rules.ts';
import type { Scope } from './rules.ts';

/**
 * The sales of a product and its variants on each day with any. The primary key finds the rows of each branch and day, so
 * that the cost depends on the days only, and not on what else was sold.
 */
export const listProductDays = async (
  db: Handle,
  product_ids: readonly string[],
  scope: Scope,
): Promise<ProductDay[]> =>
  (
    await db.many(sql<{ day: string; items_sold: string; total_sales: string }>`
      select t.day::text as day, sum(t.quantity)::text as items_sold, sum(t.revenue)::text as total_sales
      from branches b
      cross join generate_series(${scope.start_date}::date, ${scope.end_date}::date, interval '1 day') d
      join sales_rollups_by_product t on t.merchant_id = b.merchant_id and t.branch_id = b.id
        and t.merchant_id = ${db.merchant_id}::uuid
        and t.day = d::date
        and t.product_id = any(${product_ids}::uuid[])
      where b.merchant_id = ${db.merchant_id}::uuid
        and ${inBranches('b.id', scope.branches)}
      group by t.day
      order by t.day`)
  ).map(({ day, items_sold, total_sales }) => ({
    day,
    items_sold: BigInt(items_sold),
    total_sales: BigInt(total_sales),
  }));

/**
 * The ids of a product and its variants, also of deleted variants, whose sales remain. Empty if the product does not
 * exist.
 */
export const listProductIds = async (db: Handle, product_id: string): Promise<string[]> =>
  (
    await db.many(sql<{ id: string }>`
      select p.id from products one
      join products p on p.merchant_id = one.merchant_id and (p.id = one.id or p.parent_id = one.id)
      where one.merchant_id = ${db.merchant_id}::uuid and one.id = ${product_id}::uuid and one.deleted_at is null`)
  ).map(({ id }) => id);

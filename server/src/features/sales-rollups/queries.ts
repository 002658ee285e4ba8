import { sql } from 'kysely';
import type { Transaction } from '../../platform/database/handle.ts';
import { column } from '../../platform/database/statement.ts';
import type { HourRow, MethodRow, ProductRow } from './rules.ts';

/** Serialises rebuilding and summing up of the merchant's roll-ups. Sales do not take this lock. */
export const lockRollups = (tx: Transaction): Promise<number> =>
  tx.run(sql`select pg_advisory_xact_lock(hashtext('rebuild sales rollups'), hashtext(${tx.merchant_id}))`);

// Each statement locks rows in the order of their keys, so that concurrent transactions wait and do not deadlock.

export const addHours = (tx: Transaction, rows: readonly HourRow[]): void =>
  tx.queueWrite(
    'sales_rollups',
    sql`
    insert into sales_rollups as t (merchant_id, branch_id, day, hour, sales, items_sold, gross, discounts, refunds, tax, cost)
    select ${tx.merchant_id}::uuid, * from unnest(
      ${column(rows, 'branch_id')}::uuid[], ${column(rows, 'day')}::date[], ${column(rows, 'hour')}::smallint[],
      ${column(rows, 'sales')}::int[], ${column(rows, 'items_sold')}::bigint[], ${column(rows, 'gross')}::bigint[],
      ${column(rows, 'discounts')}::bigint[], ${column(rows, 'refunds')}::bigint[], ${column(rows, 'tax')}::bigint[],
      ${column(rows, 'cost')}::bigint[]
    ) as c (branch_id, day, hour) order by branch_id, day, hour
    on conflict (merchant_id, branch_id, day, hour) do update set
      sales = t.sales + excluded.sales,
      items_sold = t.items_sold + excluded.items_sold,
      gross = t.gross + excluded.gross,
      discounts = t.discounts + excluded.discounts,
      refunds = t.refunds + excluded.refunds,
      tax = t.tax + excluded.tax,
      cost = t.cost + excluded.cost,
      changes = t.changes + 1`,
  );

export const addMethods = (tx: Transaction, rows: readonly MethodRow[]): void =>
  tx.queueWrite(
    'sales_rollups_by_method',
    sql`
    insert into sales_rollups_by_method as t (merchant_id, branch_id, day, method, payments, amount)
    select ${tx.merchant_id}::uuid, * from unnest(
      ${column(rows, 'branch_id')}::uuid[], ${column(rows, 'day')}::date[], ${column(rows, 'method')}::text[],
      ${column(rows, 'payments')}::int[], ${column(rows, 'amount')}::bigint[]
    ) as c (branch_id, day, method) order by branch_id, day, method
    on conflict (merchant_id, branch_id, day, method) do update set
      payments = t.payments + excluded.payments,
      amount = t.amount + excluded.amount`,
  );

export const addProducts = (tx: Transaction, rows: readonly ProductRow[]): void =>
  tx.queueWrite(
    'sales_rollups_by_product',
    sql`
    insert into sales_rollups_by_product as t (merchant_id, branch_id, day, product_id, quantity, revenue, discounts, refunds, tax, cost)
    select ${tx.merchant_id}::uuid, * from unnest(
      ${column(rows, 'branch_id')}::uuid[], ${column(rows, 'day')}::date[], ${column(rows, 'product_id')}::uuid[],
      ${column(rows, 'quantity')}::bigint[], ${column(rows, 'revenue')}::bigint[],
      ${column(rows, 'discounts')}::bigint[], ${column(rows, 'refunds')}::bigint[], ${column(rows, 'tax')}::bigint[],
      ${column(rows, 'cost')}::bigint[]
    ) as c (branch_id, day, product_id) order by branch_id, day, product_id
    on conflict (merchant_id, branch_id, day, product_id) do update set
      quantity = t.quantity + excluded.quantity,
      revenue = t.revenue + excluded.revenue,
      discounts = t.discounts + excluded.discounts,
      refunds = t.refunds + excluded.refunds,
      tax = t.tax + excluded.tax,
      cost = t.cost + excluded.cost`,
  );

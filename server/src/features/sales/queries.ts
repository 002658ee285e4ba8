import { sql } from 'kysely';
import type { Timestamp } from '../../core/clock.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';
import { column } from '../../platform/database/statement.ts';
import type { Refund, Sale, SaleLine, SalePayment, SaleRow } from './sale.ts';

/** Inserts sales with their lines and payments, in one statement per table. */
export function insertSales(tx: Transaction, sales: readonly Sale[]): void {
  tx.queueWrite(
    'sales',
    sql`
      insert into sales (merchant_id, id, code, status, branch_id, warehouse_id, register_id, shift_id, customer_id, cashier_id, tax_mode, subtotal, discount, tax,
        total, cost, item_count, change, points_earned, points_redeemed, loyalty_rate_ppm, payment_method, note, label, discount_ppm, rounding,
        occurred_at, business_day, business_hour, timezone, created_at, updated_at)
      select ${tx.merchant_id}::uuid, s.*, s.created_at from unnest(
        ${column(sales, 'id')}::uuid[], ${column(sales, 'code')}::text[], ${column(sales, 'status')}::text[],
        ${column(sales, 'branch_id')}::uuid[], ${column(sales, 'warehouse_id')}::uuid[],
        ${column(sales, 'register_id')}::uuid[], ${column(sales, 'shift_id')}::uuid[], ${column(sales, 'customer_id')}::uuid[],
        ${column(sales, 'cashier_id')}::uuid[], ${column(sales, 'tax_mode')}::text[], ${column(sales, 'subtotal')}::bigint[],
        ${column(sales, 'discount')}::bigint[], ${column(sales, 'tax')}::bigint[], ${column(sales, 'total')}::bigint[],
        ${column(sales, 'cost')}::bigint[], ${column(sales, 'item_count')}::int[], ${column(sales, 'change')}::bigint[],
        ${column(sales, 'points_earned')}::bigint[], ${column(sales, 'points_redeemed')}::bigint[], ${column(sales, 'loyalty_rate_ppm')}::bigint[],
        ${column(sales, 'payment_method')}::text[], ${column(sales, 'note')}::text[], ${column(sales, 'label')}::text[],
        ${column(sales, 'discount_ppm')}::int[], ${column(sales, 'rounding')}::bigint[], ${column(sales, 'occurred_at')}::timestamptz[],
        ${column(sales, 'business_day')}::date[], ${column(sales, 'business_hour')}::smallint[], ${column(sales, 'timezone')}::text[],
        ${column(sales, 'created_at')}::timestamptz[]
      ) as s (id, code, status, branch_id, warehouse_id, register_id, shift_id, customer_id, cashier_id, tax_mode, subtotal, discount, tax, total, cost,
        item_count, change, points_earned, points_redeemed, loyalty_rate_ppm, payment_method, note, label, discount_ppm, rounding, occurred_at, business_day,
        business_hour, timezone, created_at)`,
  );
  insertLines(tx, sales);
  insertPayments(tx, sales);
}

export function insertLines(tx: Transaction, sales: readonly Sale[]): void {
  const lines = sales.flatMap((sale) => sale.lines.map((line) => ({ ...line, sale_id: sale.id })));
  tx.queueWrite(
    'sale_lines',
    sql`
    insert into sale_lines (merchant_id, sale_id, line_no, product_id, sku, name, quantity, price, list_price, line_discount, sale_discount,
      tax_rate_ppm, tax, total, unit_cost, track_stock, discount_ppm)
    select ${tx.merchant_id}::uuid, * from unnest(
      ${column(lines, 'sale_id')}::uuid[], ${column(lines, 'line_no')}::smallint[], ${column(lines, 'product_id')}::uuid[],
      ${column(lines, 'sku')}::text[], ${column(lines, 'name')}::text[], ${column(lines, 'quantity')}::int[],
      ${column(lines, 'price')}::bigint[], ${column(lines, 'list_price')}::bigint[], ${column(lines, 'line_discount')}::bigint[],
      ${column(lines, 'sale_discount')}::bigint[], ${column(lines, 'tax_rate_ppm')}::int[], ${column(lines, 'tax')}::bigint[],
      ${column(lines, 'total')}::bigint[], ${column(lines, 'unit_cost')}::bigint[], ${column(lines, 'track_stock')}::boolean[],
      ${column(lines, 'discount_ppm')}::int[])`,
  );
}

/** A payment has the time of the sale, or of its completion. */
export function insertPayments(tx: Transaction, sales: readonly Sale[]): void {
  const payments = sales.flatMap((sale) =>
    sale.payments.map((payment) => ({ ...payment, sale_id: sale.id, created_at: sale.occurred_at })),
  );
  if (payments.length === 0) return;
  tx.queueWrite(
    'sale_payments',
    sql`
    insert into sale_payments (merchant_id, id, sale_id, method, amount, points, reference, created_at)
    select ${tx.merchant_id}::uuid, * from unnest(
      ${column(payments, 'id')}::uuid[], ${column(payments, 'sale_id')}::uuid[], ${column(payments, 'method')}::text[],
      ${column(payments, 'amount')}::bigint[], ${column(payments, 'points')}::bigint[], ${column(payments, 'reference')}::text[],
      ${column(payments, 'created_at')}::timestamptz[])`,
  );
}

/** Locks the sale until the transaction ends. */
export const lockSale = (tx: Transaction, id: string): Promise<{ updated_at: Timestamp } | undefined> =>
  tx.first(
    sql<{
      updated_at: Timestamp;
    }>`select updated_at from sales where merchant_id = ${tx.merchant_id} and id = ${id} for update`,
  );

export const findSale = async (db: Handle, id: string): Promise<Sale | undefined> => {
  const sale = await db.first(sql<SaleRow & { cashier_name: string }>`
    select s.id, s.code, s.status, s.branch_id, s.warehouse_id, s.register_id, s.shift_id, s.void_register_id,
      s.void_shift_id, s.customer_id, s.cashier_id, u.name as cashier_name, s.tax_mode, s.subtotal,
      s.discount, s.tax, s.total, s.cost, s.item_count, s.refunded_amount, s.refunded_tax, s.change, s.rounding, s.points_earned, s.points_redeemed,
      s.loyalty_rate_ppm, s.payment_method, s.note, s.label, s.discount_ppm, s.occurred_at, s.business_day, s.business_hour, s.timezone,
      s.created_at
    from sales s join users u on u.id = s.cashier_id
    where s.merchant_id = ${db.merchant_id} and s.id = ${id}`);
  if (sale === undefined) return undefined;
  const lines = await db.many(sql<SaleLine>`
    select line_no, product_id, sku, name, quantity, price, list_price, line_discount, sale_discount, tax_rate_ppm, tax, total, unit_cost,
      track_stock, discount_ppm, refunded_quantity, refunded_amount, refunded_tax
    from sale_lines where merchant_id = ${db.merchant_id} and sale_id = ${id} order by line_no`);
  const payments = await db.many(sql<SalePayment>`
    select id, method, amount, points, reference from sale_payments where merchant_id = ${db.merchant_id} and sale_id = ${id} order by created_at, id`);
  return { ...sale, lines, payments };
};

export async function listRefunds(db: Handle, sale_id: string): Promise<Refund[]> {
  const refunds = await db.many(sql<Refund & { id: string }>`
    select id, sale_id, register_id, shift_id, amount, tax, reason, payment_method, restock, points_reversed, points_returned, points_amount, rounding, sale_status,
      refunded_amount, remaining_refundable, created_at
    from refunds where merchant_id = ${db.merchant_id} and sale_id = ${sale_id} order by created_at, id`);
  if (refunds.length === 0) return [];
  const lines = await db.many(sql<Refund['lines'][number] & { refund_id: string }>`
    select refund_id, line_no, sale_line_no, product_id, name, quantity, amount, tax
    from refund_lines where merchant_id = ${db.merchant_id} and refund_id = any(${column(refunds, 'id')}::uuid[]) order by refund_id, line_no`);
  const byRefund = Map.groupBy(lines, ({ refund_id }) => refund_id);
  return refunds.map((refund) => ({ ...refund, lines: byRefund.get(refund.id) ?? [] }));
}

/** The number of lines of a sale's refunds. A refund without lines counts as one. */
export const countRefundLines = async (db: Handle, sale_id: string): Promise<number> =>
  (
    await db.one(sql<{ lines: number }>`
      select count(*)::int as lines
      from refunds r left join refund_lines l on l.merchant_id = r.merchant_id and l.refund_id = r.id
      where r.merchant_id = ${db.merchant_id} and r.sale_id = ${sale_id}`)
  ).lines;

/** The refunded money of a sale, without points, vouchers and store credit; and what its refunds were rounded by. */
export const sumRefunds = (db: Handle, sale_id: string): Promise<{ money: bigint; rounding: bigint }> =>
  db.one(sql<{ money: bigint; rounding: bigint }>`
    select coalesce(sum(amount - points_amount) filter (where payment_method not in ('points', 'voucher', 'store_credit')), 0)::bigint as money,
      coalesce(sum(rounding), 0)::bigint as rounding
    from refunds where merchant_id = ${db.merchant_id} and sale_id = ${sale_id}`);

export const updateVoided = (
  tx: Transaction,
  id: string,
  voiding: { reason: string | null; register_id: string | null; shift_id: string | null; now: Timestamp },
): Promise<number> =>
  tx.run(sql`
    update sales set status = 'voided', void_reason = ${voiding.reason}, void_register_id = ${voiding.register_id}, void_shift_id = ${voiding.shift_id}, voided_at = ${voiding.now}, updated_at = ${voiding.now}, points_earned = 0
    where merchant_id = ${tx.merchant_id} and id = ${id}`);

/** Deletes the lines of a parked sale before they are replaced. */
export const deleteLines = (tx: Transaction, sale_id: string): Promise<number> =>
  tx.run(sql`delete from sale_lines where merchant_id = ${tx.merchant_id} and sale_id = ${sale_id}`);

export const updateParked = (tx: Transaction, sale: Sale, now: Timestamp): Promise<number> =>
  tx.run(sql`
    update sales set customer_id = ${sale.customer_id}, cashier_id = ${sale.cashier_id}, tax_mode = ${sale.tax_mode}, subtotal = ${sale.subtotal},
      discount = ${sale.discount}, discount_ppm = ${sale.discount_ppm}, tax = ${sale.tax}, total = ${sale.total}, cost = ${sale.cost},
      item_count = ${sale.item_count}, note = ${sale.note}, label = ${sale.label}, updated_at = ${now}
    where merchant_id = ${tx.merchant_id} and id = ${sale.id}`);

export const updateCompleted = (tx: Transaction, sale: Sale, now: Timestamp): Promise<number> =>
  tx.run(sql`
    update sales set status = 'completed', change = ${sale.change}, rounding = ${sale.rounding}, points_earned = ${sale.points_earned}, points_redeemed = ${sale.points_redeemed},
      payment_method = ${sale.payment_method}, cashier_id = ${sale.cashier_id}, register_id = ${sale.register_id}, shift_id = ${sale.shift_id}, occurred_at = ${sale.occurred_at}, business_day = ${sale.business_day}, business_hour = ${sale.business_hour},
      timezone = ${sale.timezone},
      updated_at = ${now}
    where merchant_id = ${tx.merchant_id} and id = ${sale.id}`);

interface NewRefund extends Refund {
  id: string;
  user_id: string;
  business_day: string;
  business_hour: number;
  points_earned: bigint;
}

/** Inserts the refund and updates the sale and its lines, in one statement. */
export async function insertRefund(tx: Transaction, refund: NewRefund): Promise<void> {
  const { lines } = refund;
  await tx.run(sql`
    with kept_refund as (
      insert into refunds (merchant_id, id, sale_id, register_id, shift_id, amount, tax, reason, payment_method, restock, points_reversed, points_returned,
        points_amount, rounding, sale_status, refunded_amount, remaining_refundable, user_id, business_day, business_hour, created_at)
      values (${tx.merchant_id}::uuid, ${refund.id}, ${refund.sale_id}, ${refund.register_id}, ${refund.shift_id}, ${refund.amount}, ${refund.tax}, ${refund.reason}, ${refund.payment_method},
        ${refund.restock}, ${refund.points_reversed}, ${refund.points_returned}, ${refund.points_amount}, ${refund.rounding}, ${refund.sale_status}, ${refund.refunded_amount}, ${refund.remaining_refundable},
        ${refund.user_id}, ${refund.business_day}, ${refund.business_hour}, ${refund.created_at})
    ), changed_sale as (
      update sales set status = ${refund.sale_status}, refunded_amount = refunded_amount + ${refund.amount}::bigint,
        refunded_tax = refunded_tax + ${refund.tax}::bigint, points_earned = ${refund.points_earned}::bigint, updated_at = ${refund.created_at}::timestamptz
      where merchant_id = ${tx.merchant_id} and id = ${refund.sale_id}
    ), given_back as (
      select * from unnest(
        ${column(lines, 'line_no')}::smallint[], ${column(lines, 'sale_line_no')}::smallint[], ${column(lines, 'product_id')}::uuid[],
        ${column(lines, 'name')}::text[], ${column(lines, 'quantity')}::int[], ${column(lines, 'amount')}::bigint[], ${column(lines, 'tax')}::bigint[]
      ) as g (line_no, sale_line_no, product_id, name, quantity, amount, tax)
    ), changed_lines as (
      update sale_lines l set refunded_quantity = l.refunded_quantity + g.quantity, refunded_amount = l.refunded_amount + g.amount,
        refunded_tax = l.refunded_tax + g.tax
      from given_back g
      where l.merchant_id = ${tx.merchant_id} and l.sale_id = ${refund.sale_id} and l.line_no = g.sale_line_no
    )
    insert into refund_lines (merchant_id, refund_id, line_no, sale_id, sale_line_no, product_id, name, quantity, amount, tax)
    select ${tx.merchant_id}::uuid, ${refund.id}, g.line_no, ${refund.sale_id}, g.sale_line_no, g.product_id, g.name, g.quantity, g.amount, g.tax
    from given_back g returning 1`);
}

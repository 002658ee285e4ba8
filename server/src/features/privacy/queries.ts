import { type RawBuilder, sql } from 'kysely';
import type { Timestamp } from '../../core/clock.ts';
import type { Handle } from '../../platform/database/handle.ts';
import { column } from '../../platform/database/statement.ts';

export interface CustomerRecord {
  id: string;
  name: string;
  email: string | null;
  phone: string | null;
  address: string | null;
  points: bigint;
  lifetime_value: bigint;
  created_at: Timestamp;
  updated_at: Timestamp;
  deleted_at: Timestamp | null;
}

/** Deleted customers too: their data is still stored. */
export const findRecord = (db: Handle, id: string): Promise<CustomerRecord | undefined> =>
  db.first(sql<CustomerRecord>`
    select id, name, email, phone, address, points, lifetime_value, created_at, updated_at, deleted_at
    from customers where merchant_id = ${db.merchant_id} and id = ${id} and erased_at is null`);

const batch = 200;

/** Reads a list to its end in batches, each from where the last one stopped. */
async function* inBatches<Row extends { key: string }>(
  db: Handle,
  read: (after: string | null) => RawBuilder<Row>,
): AsyncIterable<Row[]> {
  let after: string | null = null;
  for (;;) {
    const rows: Row[] = await db.many(read(after));
    yield rows;
    after = rows.at(-1)?.key ?? null;
    if (rows.length < batch) return;
  }
}

/** A key of time and id for reading on. As text, because a timestamp in JSON loses its microseconds. */
const pageKey = (at: RawBuilder<unknown>, id: RawBuilder<unknown>) => sql<string>`${at}::text || ' ' || ${id}`;
const isAfter = (
  after: string | null,
  at: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
) => sql<boolean>`(${after}::text is null
  or (${at}, ${id}) > (left(${after}, length(${after}) - 37)::timestamptz, right(${after}, 36)::uuid))`;

export interface EntryRecord {
  key: string;
  type: string;
  points: bigint;
  balance: bigint;
  sale_id: string | null;
  reason: string | null;
  created_at: Timestamp;
}

export const eachEntryBatch = (db: Handle, customer_id: string): AsyncIterable<EntryRecord[]> =>
  inBatches(
    db,
    (after) => sql<EntryRecord>`
      select ${pageKey(sql`created_at`, sql`id`)} as key, type, points, balance, sale_id, reason, created_at
      from points_entries
      where merchant_id = ${db.merchant_id} and customer_id = ${customer_id} and ${isAfter(after, sql`created_at`, sql`id`)}
      order by created_at, id limit ${batch}`,
  );

export interface SaleRecord {
  key: string;
  id: string;
  code: string;
  status: string;
  branch: string;
  occurred_at: Timestamp;
  subtotal: bigint;
  discount: bigint;
  tax: bigint;
  total: bigint;
  rounding: bigint;
  refunded_amount: bigint;
  points_earned: bigint;
  points_redeemed: bigint;
  note: string | null;
  label: string | null;
  void_reason: string | null;
}

export const eachSaleBatch = (db: Handle, customer_id: string): AsyncIterable<SaleRecord[]> =>
  inBatches(
    db,
    (after) => sql<SaleRecord>`
      select ${pageKey(sql`s.occurred_at`, sql`s.id`)} as key, s.id, s.code, s.status, b.name as branch, s.occurred_at, s.subtotal, s.discount,
        s.tax, s.total, s.rounding, s.refunded_amount, s.points_earned, s.points_redeemed, s.note, s.label, s.void_reason
      from sales s join branches b on b.merchant_id = s.merchant_id and b.id = s.branch_id
      where s.merchant_id = ${db.merchant_id} and s.customer_id = ${customer_id} and ${isAfter(after, sql`s.occurred_at`, sql`s.id`)}
      order by s.occurred_at, s.id limit ${batch}`,
  );

/** The number of lines of these sales and of their refunds. */
export const countLines = (
  db: Handle,
  sales: readonly { id: string }[],
): Promise<{ sale_id: string; lines: number }[]> =>
  db.many(sql<{ sale_id: string; lines: number }>`
    select sale_id, count(*)::int as lines
    from (
      select sale_id from sale_lines where merchant_id = ${db.merchant_id} and sale_id = any(${column(sales, 'id')}::uuid[])
      union all
      select r.sale_id
      from refunds r join refund_lines l on l.merchant_id = r.merchant_id and l.refund_id = r.id
      where r.merchant_id = ${db.merchant_id} and r.sale_id = any(${column(sales, 'id')}::uuid[])
    ) l group by sale_id`);

export interface LineRecord {
  sale_id: string;
  /** Null for a custom item. */
  sku: string | null;
  name: string;
  quantity: number;
  price: bigint;
  discount: bigint;
  tax: bigint;
  total: bigint;
  refunded_quantity: number;
}

export const listLines = (db: Handle, sales: readonly { id: string }[]): Promise<LineRecord[]> =>
  db.many(sql<LineRecord>`
    select sale_id, sku, name, quantity, price, line_discount + sale_discount as discount, tax, total, refunded_quantity
    from sale_lines where merchant_id = ${db.merchant_id} and sale_id = any(${column(sales, 'id')}::uuid[]) order by sale_id, line_no`);

export interface PaymentRecord {
  sale_id: string;
  method: string;
  amount: bigint;
  points: bigint;
  reference: string | null;
  created_at: Timestamp;
}

export const listPayments = (db: Handle, sales: readonly { id: string }[]): Promise<PaymentRecord[]> =>
  db.many(sql<PaymentRecord>`
    select sale_id, method, amount, points, reference, created_at
    from sale_payments where merchant_id = ${db.merchant_id} and sale_id = any(${column(sales, 'id')}::uuid[]) order by created_at, id`);

export interface RefundRecord {
  id: string;
  sale_id: string;
  amount: bigint;
  points_amount: bigint;
  rounding: bigint;
  payment_method: string;
  points_returned: bigint;
  points_reversed: bigint;
  reason: string | null;
  created_at: Timestamp;
}

export const listRefunds = (db: Handle, sales: readonly { id: string }[]): Promise<RefundRecord[]> =>
  db.many(sql<RefundRecord>`
    select id, sale_id, amount, points_amount, rounding, payment_method, points_returned, points_reversed, reason, created_at
    from refunds where merchant_id = ${db.merchant_id} and sale_id = any(${column(sales, 'id')}::uuid[]) order by created_at, id`);

export interface RefundLineRecord {
  refund_id: string;
  name: string;
  quantity: number;
  amount: bigint;
}

export const listRefundLines = (db: Handle, refunds: readonly { id: string }[]): Promise<RefundLineRecord[]> =>
  db.many(sql<RefundLineRecord>`
    select refund_id, name, quantity, amount
    from refund_lines where merchant_id = ${db.merchant_id} and refund_id = any(${column(refunds, 'id')}::uuid[]) order by refund_id, line_no`);

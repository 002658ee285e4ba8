import { sql } from 'kysely';
import type { Handle, Transaction } from '../../db/handle.ts';
import type { Timestamp } from '../../kernel/clock.ts';
import type { PointsEntry } from './post-points.ts';

/** Each array of a list of rows, for `unnest`. */
const column = <Row, Name extends keyof Row>(rows: readonly Row[], name: Name): Row[Name][] => rows.map((row) => row[name]);

export const listLivingIds = (db: Handle, ids: readonly string[]): Promise<{ id: string }[]> =>
  db.many(sql<{ id: string }>`
    select id from customers where merchant_id = ${db.merchant_id} and id = any(${[...ids]}::uuid[]) and deleted_at is null`);

// Not `for update`: a sale of the same customer holds the weaker lock of its foreign key, and two such sales would wait for each other.
export const lockCustomers = (tx: Transaction, ids: readonly string[]): Promise<{ id: string; points: bigint }[]> =>
  tx.many(sql<{ id: string; points: bigint }>`
    select id, points from customers
    where merchant_id = ${tx.merchant_id} and id = any(${[...ids]}::uuid[])
    order by id for no key update`);

export interface BalanceChange {
  customer_id: string;
  points: bigint;
  value: bigint;
}

export const updateBalances = (tx: Transaction, changes: readonly BalanceChange[], now: Timestamp): Promise<number> =>
  tx.run(sql`
    update customers c set
      points = c.points + d.points,
      lifetime_value = c.lifetime_value + d.value,
      updated_at = ${now}::timestamptz
    from unnest(
      ${column(changes, 'customer_id')}::uuid[], ${column(changes, 'points')}::bigint[], ${column(changes, 'value')}::bigint[]
    ) as d (customer_id, points, value)
    where c.merchant_id = ${tx.merchant_id} and c.id = d.customer_id`);

export const insertPointsEntries = (tx: Transaction, entries: readonly PointsEntry[]): Promise<number> =>
  tx.run(sql`
    insert into points_entries (merchant_id, id, customer_id, type, points, balance, sale_id, refund_id, user_id, created_at)
    select ${tx.merchant_id}::uuid, * from unnest(
      ${column(entries, 'id')}::uuid[], ${column(entries, 'customer_id')}::uuid[], ${column(entries, 'type')}::text[],
      ${column(entries, 'points')}::bigint[], ${column(entries, 'balance')}::bigint[], ${column(entries, 'sale_id')}::uuid[],
      ${column(entries, 'refund_id')}::uuid[], ${column(entries, 'user_id')}::uuid[], ${column(entries, 'created_at')}::timestamptz[])`);

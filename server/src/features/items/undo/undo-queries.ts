import { sameBarcodes } from '@tillhouse/core/barcodes';
import { sql } from 'kysely';
import type { Timestamp } from '../../../core/clock.ts';
import type { Handle, Transaction } from '../../../platform/database/handle.ts';
import { column } from '../../../platform/database/statement.ts';
import type { Change, UndoResult } from './undo-rules.ts';

export type NewChange = Omit<Change, 'created_at'>;

const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

export const insertChanges = (
  tx: Transaction,
  import_id: string,
  changes: readonly NewChange[],
  now: Timestamp,
): Promise<number> =>
  tx.run(sql`
    insert into import_changes (merchant_id, import_id, id, kind, subject_id, warehouse_id, quantity, before, after, created_at)
    select ${tx.merchant_id}::uuid, ${import_id}::uuid, n.id, n.kind, n.subject_id, n.warehouse_id, n.quantity, n.before::jsonb, n.after::jsonb,
      ${now}::timestamptz
    from unnest(
      ${column(changes, 'id')}::uuid[], ${column(changes, 'kind')}::text[], ${column(changes, 'subject_id')}::uuid[],
      ${column(changes, 'warehouse_id')}::uuid[], ${column(changes, 'quantity')}::int[],
      ${changes.map(({ before }) => json(before))}::text[], ${changes.map(({ after }) => json(after))}::text[]
    ) as n (id, kind, subject_id, warehouse_id, quantity, before, after)`);

/**
 * A page of the products or customers that an import changed. What it created comes first, because others may get back
 * a barcode from it; and of that, variants come before their products.
 */
export const listSubjects = (
  db: Handle,
  import_id: string,
  { after, limit }: { after: { rank: number; id: string }; limit: number },
): Promise<{ id: string; rank: number }[]> =>
  db.many(sql<{ id: string; rank: number }>`
    select s.id, s.rank from (
      select c.subject_id as id,
        case when not bool_or(c.kind <> 'stock' and c.before is null) then 2 when min(p.parent_id::text) is null then 1 else 0 end as rank
      from import_changes c
      left join products p on p.merchant_id = c.merchant_id and p.id = c.subject_id
      where c.merchant_id = ${db.merchant_id} and c.import_id = ${import_id} and not c.is_undone
      group by c.subject_id
    ) s
    where (s.rank, s.id) > (${after.rank}::int, ${after.id}::uuid)
    order by s.rank, s.id limit ${limit}`);

export const listChanges = (db: Handle, import_id: string, subject_ids: readonly string[]): Promise<Change[]> =>
  db.many(sql<Change>`
    select id, kind, subject_id, warehouse_id, quantity, before, after, created_at from import_changes
    where merchant_id = ${db.merchant_id} and import_id = ${import_id} and subject_id = any(${[...subject_ids]}::uuid[]) and not is_undone
    order by id`);

/** A page of the categories that the import created, unless they were renamed since. */
export const listCreatedCategories = (
  db: Handle,
  import_id: string,
  { after, limit }: { after: string; limit: number },
): Promise<{ id: string }[]> =>
  db.many(sql<{ id: string }>`
    select c.id from categories c
    where c.merchant_id = ${db.merchant_id} and c.id > ${after} and c.updated_at = c.created_at
      and (c.id::text, c.created_at) in (
        select x.after->>'category_id', x.created_at from import_changes x
        where x.merchant_id = ${db.merchant_id} and x.import_id = ${import_id} and x.kind = 'product'
      )
    order by c.id limit ${limit}`);

/** The categories among these that still exist. */
export const listCategoryNames = (db: Handle, ids: readonly string[]): Promise<{ id: string; name: string }[]> =>
  db.many(sql<{ id: string; name: string }>`
    select id, name from categories where merchant_id = ${db.merchant_id} and id = any(${[...ids]}::uuid[])`);

/**
 * The products that have one of these barcodes, maybe with other leading zeros, because the import gave it to them,
 * instead of another one or of none.
 */
export const listBarcodeHolders = (
  db: Handle,
  import_id: string,
  barcodes: readonly string[],
): Promise<{ id: string; sku: string }[]> =>
  db.many(sql<{ id: string; sku: string }>`
    select p.id, p.sku from products p
    where p.merchant_id = ${db.merchant_id} and p.barcode = any(${barcodes.flatMap(sameBarcodes)}::text[]) and p.deleted_at is null and exists (
      select from import_changes c
      where c.merchant_id = p.merchant_id and c.import_id = ${import_id} and c.subject_id = p.id and not c.is_undone
        and c.kind = 'product' and c.before is not null and c.after->>'barcode' = p.barcode
    )`);

/** Records that these products have no barcode now, so that their undo gives them back the one from before. */
export const recordReleased = (tx: Transaction, import_id: string, product_ids: readonly string[]): Promise<number> =>
  tx.run(sql`
    update import_changes set after = after || '{"barcode": null}'
    where merchant_id = ${tx.merchant_id} and import_id = ${import_id} and subject_id = any(${[...product_ids]}::uuid[])
      and kind = 'product' and before is not null and after ? 'barcode' and not is_undone`);

export const markUndone = (tx: Transaction, import_id: string, subject_ids: readonly string[]): Promise<number> =>
  tx.run(sql`
    update import_changes set is_undone = true
    where merchant_id = ${tx.merchant_id} and import_id = ${import_id} and subject_id = any(${[...subject_ids]}::uuid[]) and not is_undone`);

/** The products among these that were sold, or are in a parked sale. */
export const listSold = (db: Handle, product_ids: readonly string[]): Promise<{ id: string }[]> =>
  db.many(sql<{ id: string }>`
    select p.id from unnest(${[...product_ids]}::uuid[]) as p (id)
    where exists (select from sale_lines i where i.merchant_id = ${db.merchant_id} and i.product_id = p.id)`);

/** Whether customers that an import created have bought, and whether their points were changed since. */
export const listUsedCustomers = (
  db: Handle,
  created: readonly Pick<Change, 'subject_id' | 'created_at'>[],
): Promise<{ id: string; has_bought: boolean }[]> =>
  db.many(sql<{ id: string; has_bought: boolean }>`
    select u.id, u.has_bought from (
      select k.id,
        exists (select from sales s where s.merchant_id = ${db.merchant_id} and s.customer_id = k.id) as has_bought,
        exists (
          select from points_entries e where e.merchant_id = ${db.merchant_id} and e.customer_id = k.id
            and (e.created_at <> k.at or e.reason is distinct from 'Imported')
        ) as has_points
      from unnest(${column(created, 'subject_id')}::uuid[], ${column(created, 'created_at')}::timestamptz[]) as k (id, at)
    ) u
    where u.has_bought or u.has_points`);

/**
 * The levels of products that have moved since the last change of the import. Ids tell the order: those of the import's
 * movements come before those of its changes, and each later movement got its id when it had locked the level. The time
 * of a movement may differ from that of its transaction by `ahead_ms` at most.
 */
export const listMoved = (
  db: Handle,
  changes: readonly Pick<Change, 'subject_id' | 'created_at' | 'id'>[],
  ahead_ms: number,
): Promise<{ product_id: string; warehouse_id: string }[]> => {
  const ahead = sql`${ahead_ms} * interval '1 millisecond'`;
  return db.many(sql<{ product_id: string; warehouse_id: string }>`
    select distinct m.product_id, m.warehouse_id
    from unnest(
      ${column(changes, 'subject_id')}::uuid[], ${column(changes, 'created_at')}::timestamptz[], ${column(changes, 'id')}::uuid[]
    ) as k (product_id, at, id)
    join stock_movements m on m.merchant_id = ${db.merchant_id} and m.product_id = k.product_id
      and m.created_at >= k.at - ${ahead} and (m.id > k.id or m.created_at > k.at + ${ahead})`);
};

export interface UndoState {
  kind: 'products' | 'customers';
  file_name: string;
  status: 'running' | 'done' | 'failed';
  seen_at: Timestamp;
  undo_status: 'possible' | 'running' | 'done' | null;
  undo_result: UndoResult | null;
}

export const findUndoState = (db: Handle, id: string): Promise<UndoState | undefined> =>
  db.first(sql<UndoState>`
    select kind, file_name, status, seen_at, undo_status, undo_result from imports where merchant_id = ${db.merchant_id} and id = ${id}`);

interface UndoTimes {
  now: Timestamp;
  /** A run not seen since this time was interrupted. */
  lost_before: Timestamp;
}

/** @returns 1, or 0 if the import is running, undone, or being undone */
export const claimUndo = (db: Handle, id: string, { now, lost_before }: UndoTimes): Promise<number> =>
  db.run(sql`
    update imports set undo_status = 'running', undo_seen_at = ${now}::timestamptz
    where merchant_id = ${db.merchant_id} and id = ${id}
      and (status <> 'running' or seen_at <= ${lost_before}::timestamptz)
      and (undo_status = 'possible' or (undo_status = 'running' and undo_seen_at <= ${lost_before}::timestamptz))`);

/** @returns 1, or 0 if another run has taken over */
export const saveResult = (
  tx: Transaction,
  id: string,
  { result, seen_at, now }: { result: UndoResult; seen_at: Timestamp; now: Timestamp },
): Promise<number> =>
  tx.run(sql`
    update imports set undo_result = ${JSON.stringify(result)}::jsonb, undo_seen_at = ${now}::timestamptz
    where merchant_id = ${tx.merchant_id} and id = ${id} and undo_status = 'running' and undo_seen_at = ${seen_at}::timestamptz`);

/** Lets the next request continue at once. */
export const releaseUndo = (db: Handle, id: string, seen_at: Timestamp): Promise<number> =>
  db.run(sql`
    update imports set undo_status = 'possible'
    where merchant_id = ${db.merchant_id} and id = ${id} and undo_status = 'running' and undo_seen_at = ${seen_at}::timestamptz`);

export const finishUndo = (tx: Transaction, id: string, seen_at: Timestamp): Promise<number> =>
  tx.run(sql`
    update imports set undo_status = 'done'
    where merchant_id = ${tx.merchant_id} and id = ${id} and undo_status = 'running' and undo_seen_at = ${seen_at}::timestamptz`);

/** Some changes of imports not seen since this time. @returns how many */
export const deleteOldChanges = (db: Handle, before: Timestamp, limit: number): Promise<number> =>
  db.run(sql`
    delete from import_changes where merchant_id = ${db.merchant_id} and (import_id, id) in (
      select c.import_id, c.id from import_changes c join imports i on i.merchant_id = c.merchant_id and i.id = c.import_id
      where c.merchant_id = ${db.merchant_id} and i.seen_at < ${before}::timestamptz limit ${limit})`);

/** Forgets what imports recorded about an erased customer. */
export const deleteChangesOf = (tx: Transaction, customer_id: string): Promise<number> =>
  tx.run(
    sql`delete from import_changes where merchant_id = ${tx.merchant_id} and subject_id = ${customer_id} and kind = 'customer'`,
  );

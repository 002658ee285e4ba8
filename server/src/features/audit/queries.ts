import { sql } from 'kysely';
import type { Timestamp } from '../../core/clock.ts';
import type { TimeRange } from '../../core/time-range.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';
import { allOf, build, column } from '../../platform/database/statement.ts';
import { listPage, type Page, type Paging, type SortKey } from '../../platform/http/paging.ts';

export interface NewEntry {
  id: string;
  action: string;
  subject_id: string | null;
  user_id: string | null;
  session_id: string | null;
  api_key_id: string | null;
  address: string | null;
  /** JSON, like `after`. */
  before: string | null;
  after: string | null;
  created_at: Timestamp;
}

export const insertEntries = (tx: Transaction, entries: readonly NewEntry[]): void =>
  tx.queueWrite(
    'audit_entries',
    sql`
    insert into audit_entries (merchant_id, id, action, subject_id, user_id, session_id, api_key_id, address, before, after, created_at)
    select ${tx.merchant_id}::uuid, * from unnest(
      ${column(entries, 'id')}::uuid[], ${column(entries, 'action')}::text[], ${column(entries, 'subject_id')}::uuid[],
      ${column(entries, 'user_id')}::uuid[], ${column(entries, 'session_id')}::uuid[], ${column(entries, 'api_key_id')}::uuid[], ${column(entries, 'address')}::text[],
      ${column(entries, 'before')}::text[], ${column(entries, 'after')}::text[], ${column(entries, 'created_at')}::timestamptz[])`,
  );

export interface EntryFilter {
  user_id?: string | undefined;
  subject_id?: string | undefined;
  /** `product.updated`, or a prefix like `product.` */
  actions: readonly string[] | null;
  range: TimeRange;
}

export interface EntryRow extends NewEntry {
  user_name: string | null;
  api_key_name: string | null;
  subject_name: string | null;
}

const newestFirst: SortKey[] = [
  { name: 'created_at', column: sql.ref('a.created_at'), type: 'timestamptz', descending: true },
  { name: 'id', column: sql.ref('a.id'), type: 'uuid', descending: true },
];

/** The code of the sale that was refunded. As a join, it would read all sales of a small shop. */
const refundedCode = (db: Handle) => sql<string | null>`(
  select sold.code from refunds r join sales sold on sold.merchant_id = r.merchant_id and sold.id = r.sale_id
  where r.merchant_id = ${db.merchant_id} and r.id = a.subject_id and a.action = 'sale.refunded')`;

export function listEntries(
  db: Handle,
  { user_id, subject_id, actions, range }: EntryFilter,
  paging: Paging,
): Promise<Page<EntryRow>> {
  const matching = build
    .selectFrom('audit_entries as a')
    .where('a.merchant_id', '=', db.merchant_id)
    .where(
      allOf([
        user_id === undefined ? undefined : sql<boolean>`a.user_id = ${user_id}::uuid`,
        subject_id === undefined ? undefined : sql<boolean>`a.subject_id = ${subject_id}::uuid`,
        actions === null
          ? undefined
          : sql<boolean>`(a.action = any(${[...actions]}::text[]) or split_part(a.action, '.', 1) || '.*' = any(${[...actions]}::text[]))`,
        range.from === null ? undefined : sql<boolean>`a.created_at >= ${range.from}::timestamptz`,
        range.before === null ? undefined : sql<boolean>`a.created_at < ${range.before}::timestamptz`,
      ]),
    );
  const count = matching.select(sql<bigint>`count(*)`.as('total'));
  const rows = matching
    .leftJoin('users as u', 'u.id', 'a.user_id')
    .leftJoin('products as p', (join) =>
      join.onRef('p.merchant_id', '=', 'a.merchant_id').onRef('p.id', '=', 'a.subject_id'),
    )
    .leftJoin('customers as c', (join) =>
      join.onRef('c.merchant_id', '=', 'a.merchant_id').onRef('c.id', '=', 'a.subject_id'),
    )
    .leftJoin('users as s', 's.id', 'a.subject_id')
    .leftJoin('api_keys as k', (join) =>
      join.onRef('k.merchant_id', '=', 'a.merchant_id').onRef('k.id', '=', 'a.api_key_id'),
    )
    .leftJoin('api_keys as t', (join) =>
      join.onRef('t.merchant_id', '=', 'a.merchant_id').onRef('t.id', '=', 'a.subject_id'),
    )
    .select([
      'a.id',
      'a.action',
      'a.subject_id',
      'a.user_id',
      'u.name as user_name',
      sql<string | null>`coalesce(p.name, c.name, s.name, t.name, ${refundedCode(db)})`.as('subject_name'),
      'a.session_id',
      'a.api_key_id',
      'k.name as api_key_name',
      'a.address',
      'a.before',
      'a.after',
      'a.created_at',
    ]);
  return listPage(db, rows, { count, order: newestFirst, paging });
}

export type PriceRow = Pick<NewEntry, 'id' | 'before' | 'after' | 'created_at' | 'user_id'> & {
  user_name: string | null;
};

/** A product's entries in which one of these fields was set or changed. */
export function listPriceChanges(
  db: Handle,
  product_id: string,
  fields: readonly string[],
  paging: Paging,
): Promise<Page<PriceRow>> {
  const matching = build
    .selectFrom('audit_entries as a')
    .where('a.merchant_id', '=', db.merchant_id)
    .where(sql<boolean>`a.subject_id = ${product_id}::uuid`)
    .where(sql<boolean>`a.after::jsonb ?| ${[...fields]}::text[]`);
  const count = matching.select(sql<bigint>`count(*)`.as('total'));
  const rows = matching
    .leftJoin('users as u', 'u.id', 'a.user_id')
    .select(['a.id', 'a.before', 'a.after', 'a.created_at', 'a.user_id', 'u.name as user_name']);
  return listPage(db, rows, { count, order: newestFirst, paging });
}

export type StoredChange = Pick<NewEntry, 'id' | 'before' | 'after'>;

export const listIdsAbout = async (tx: Transaction, subject_ids: readonly string[]): Promise<string[]> =>
  column(
    await tx.many(sql<{ id: string }>`
      select id from audit_entries where merchant_id = ${tx.merchant_id} and subject_id = any(${[...subject_ids]}::uuid[])`),
    'id',
  );

export const listChanges = (tx: Transaction, ids: readonly string[]): Promise<StoredChange[]> =>
  tx.many(sql<StoredChange>`
    select id, before, after from audit_entries where merchant_id = ${tx.merchant_id} and id = any(${[...ids]}::uuid[])`);

export const updateChanges = (tx: Transaction, entries: readonly StoredChange[]): Promise<number> =>
  tx.run(sql`
    update audit_entries a set before = c.before, after = c.after
    from unnest(${column(entries, 'id')}::uuid[], ${column(entries, 'before')}::text[], ${column(entries, 'after')}::text[]) as c (id, before, after)
    where a.merchant_id = ${tx.merchant_id} and a.id = c.id`);

export const clearChanges = (tx: Transaction, subject_id: string): Promise<number> =>
  tx.run(
    sql`update audit_entries set before = null, after = null where merchant_id = ${tx.merchant_id} and subject_id = ${subject_id}::uuid`,
  );

export const deleteOldEntries = (db: Handle, before: Timestamp): Promise<number> =>
  db.run(sql`delete from audit_entries where merchant_id = ${db.merchant_id} and created_at < ${before}::timestamptz`);

import { sql } from 'kysely';
import type { Actor } from '../../core/actor.ts';
import type { Timestamp } from '../../core/clock.ts';
import { withKinds } from '../../platform/database/batch-statements.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';
import { build, column, inBranches } from '../../platform/database/statement.ts';
import { containing, listPage, type Page, type Paging, readSort, type SortKey } from '../../platform/http/paging.ts';
import { type CustomerFields, type EntryType, toPhoneSearch } from './rules.ts';

/**
 * Locks the customers against erasure until the transaction ends, so that no personal data is written after an erasure.
 * Other changes of them do not wait.
 */
export const listExistingIds = (db: Handle, ids: readonly string[]): Promise<{ id: string }[]> =>
  db.many(sql<{ id: string }>`
    select id from customers where merchant_id = ${db.merchant_id} and id = any(${[...ids]}::uuid[]) and deleted_at is null for key share`);

// Not `for update`: each sale holds the weaker lock of its foreign key, so two sales of a customer would deadlock.
export const lockCustomers = (tx: Handle, ids: readonly string[]): Promise<{ id: string; points: bigint }[]> =>
  tx.many(
    withKinds(
      sql<{ id: string; points: bigint }>`
    select id, points from customers
    where merchant_id = ${tx.merchant_id} and id = any(${[...ids]}::uuid[])
    order by id for no key update`,
      { points: 'bigint' },
    ),
  );

export interface BalanceChange {
  customer_id: string;
  points: bigint;
  value: bigint;
  /** The time of the change. */
  now: Timestamp;
}

export const updateBalances = (tx: Transaction, changes: readonly BalanceChange[]): void =>
  tx.queueWrite(
    'customers',
    sql`
    update customers c set
      points = c.points + d.points,
      lifetime_value = c.lifetime_value + d.value,
      updated_at = d.now
    from unnest(
      ${column(changes, 'customer_id')}::uuid[], ${column(changes, 'points')}::bigint[], ${column(changes, 'value')}::bigint[],
      ${column(changes, 'now')}::timestamptz[]
    ) as d (customer_id, points, value, now)
    where c.merchant_id = ${tx.merchant_id} and c.id = d.customer_id`,
  );

/** A row of the ledger. */
export interface PointsEntry {
  id: string;
  customer_id: string;
  type: EntryType;
  points: bigint;
  balance: bigint;
  sale_id: string | null;
  refund_id: string | null;
  reason: string | null;
  user_id: string;
  created_at: Timestamp;
}

export const insertPointsEntries = (tx: Transaction, entries: readonly PointsEntry[]): void =>
  tx.queueWrite(
    'points_entries',
    sql`
    insert into points_entries (merchant_id, id, customer_id, type, points, balance, sale_id, refund_id, reason, user_id, created_at)
    select ${tx.merchant_id}::uuid, * from unnest(
      ${column(entries, 'id')}::uuid[], ${column(entries, 'customer_id')}::uuid[], ${column(entries, 'type')}::text[],
      ${column(entries, 'points')}::bigint[], ${column(entries, 'balance')}::bigint[], ${column(entries, 'sale_id')}::uuid[],
      ${column(entries, 'refund_id')}::uuid[], ${column(entries, 'reason')}::text[], ${column(entries, 'user_id')}::uuid[],
      ${column(entries, 'created_at')}::timestamptz[])`,
  );

export const columns = [
  'id',
  'name',
  'email',
  'phone',
  'address',
  'points',
  'lifetime_value',
  'created_at',
  'updated_at',
] as const;

export interface CustomerRow {
  id: string;
  name: string;
  email: string | null;
  phone: string | null;
  address: string | null;
  points: bigint;
  lifetime_value: bigint;
  created_at: Timestamp;
  updated_at: Timestamp;
}

const sortKeys: Record<string, Omit<SortKey, 'name' | 'descending'>> = {
  id: { column: sql`id`, type: 'uuid' },
  name: { column: sql`sort_name`, type: 'text' },
  points: { column: sql`points`, type: 'bigint' },
  lifetime_value: { column: sql`lifetime_value`, type: 'bigint' },
  created_at: { column: sql`created_at`, type: 'timestamptz' },
  updated_at: { column: sql`updated_at`, type: 'timestamptz' },
};

export function listCustomers(
  db: Handle,
  list: Paging & { search?: string; sort?: string },
): Promise<Page<CustomerRow>> {
  let existing = build
    .selectFrom('customers')
    .where('merchant_id', '=', db.merchant_id)
    .where('deleted_at', 'is', null);
  const search = list.search?.trim() ?? '';
  if (search !== '') {
    const phone = toPhoneSearch(search);
    existing = existing.where(({ or, eb }) =>
      or([
        eb('search_text', 'like', containing(search)),
        // The input may have separators, which are not stored. `search_text` has the index, and contains the number.
        ...(phone === undefined
          ? []
          : [eb('search_text', 'like', containing(phone)).and('phone', 'like', containing(phone))]),
      ]),
    );
  }
  return listPage(db, existing.select(columns), {
    count: existing.select(({ fn }) => fn.countAll<bigint>().as('total')),
    order: readSort(list.sort, sortKeys, '-created_at'),
    paging: list,
    // Sales and points change the sort keys.
    about: ['customer', 'points', 'sale'],
  });
}

export const findCustomer = (db: Handle, id: string): Promise<CustomerRow | undefined> =>
  db.first(
    build
      .selectFrom('customers')
      .select(columns)
      .where('merchant_id', '=', db.merchant_id)
      .where('id', '=', id)
      .where('deleted_at', 'is', null),
  );

export const listCustomersById = (db: Handle, ids: readonly string[]): Promise<CustomerRow[]> =>
  db.many(
    build
      .selectFrom('customers')
      .select(columns)
      .where('merchant_id', '=', db.merchant_id)
      .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
      .where('deleted_at', 'is', null),
  );

type NewCustomer = Pick<CustomerRow, 'id' | 'name' | 'email' | 'phone' | 'address'>;

export const insertCustomer = (tx: Transaction, customer: NewCustomer, now: Timestamp): Promise<CustomerRow> =>
  tx.one(
    build
      .insertInto('customers')
      .values({ ...customer, merchant_id: tx.merchant_id, created_at: now, updated_at: now })
      .returning(columns),
  );

export const updateExistingCustomer = (
  tx: Transaction,
  id: string,
  changes: CustomerFields,
  now: Timestamp,
): Promise<CustomerRow> =>
  tx.one(
    build
      .updateTable('customers')
      .set({ ...changes, updated_at: now })
      .where('merchant_id', '=', tx.merchant_id)
      .where('id', '=', id)
      .returning(columns),
  );

export const markCustomerDeleted = (tx: Transaction, id: string, now: Timestamp): Promise<CustomerRow | undefined> =>
  tx.first(
    build
      .updateTable('customers')
      .set({ deleted_at: now, updated_at: now })
      .where('merchant_id', '=', tx.merchant_id)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .returning(columns),
  );

export type PersonalData = Pick<CustomerRow, 'name' | 'email' | 'phone' | 'address'>;

/** Locked for update: waits for running sales of the customer, and blocks new ones. */
export const lockUnerased = (tx: Transaction, id: string): Promise<PersonalData | undefined> =>
  tx.first(sql<PersonalData>`
    select name, email, phone, address from customers where merchant_id = ${tx.merchant_id} and id = ${id} and erased_at is null for update`);

export const updateErased = (
  tx: Transaction,
  id: string,
  { name, now }: { name: string; now: Timestamp },
): Promise<number> =>
  tx.run(sql`
    update customers set name = ${name}, email = null, phone = null, address = null, updated_at = ${now}::timestamptz,
      deleted_at = coalesce(deleted_at, ${now}::timestamptz), erased_at = ${now}::timestamptz
    where merchant_id = ${tx.merchant_id} and id = ${id}`);

export const clearReasons = (tx: Transaction, customer_id: string): Promise<{ id: string }[]> =>
  tx.many(sql<{ id: string }>`
    update points_entries set reason = null
    where merchant_id = ${tx.merchant_id} and customer_id = ${customer_id} and reason is not null returning id`);

export interface EntryRow {
  id: string;
  type: EntryType;
  points: bigint;
  balance: bigint;
  sale_id: string | null;
  refund_id: string | null;
  reason: string | null;
  user_id: string | null;
  created_at: Timestamp;
}

/** The reader of a points ledger. */
type EntryReader = Pick<Actor, 'user_id' | 'branch_ids'>;

/**
 * A customer's points ledger, newest first. The balance belongs to the merchant, so every entry is listed; entries of
 * branches that the reader may not see have only their points.
 */
export function listEntries(
  db: Handle,
  customer_id: string,
  reader: EntryReader,
  paging: Paging,
): Promise<Page<EntryRow>> {
  const entries = build
    .selectFrom('points_entries as e')
    .where('e.merchant_id', '=', db.merchant_id)
    .where('e.customer_id', '=', customer_id);
  const { user_id, branch_ids } = reader;
  // Corrections belong to no branch: their reason is shown, and their author only to the author. Other entries have no
  // reason.
  const isOwn = sql<boolean>`(${branch_ids === null}::boolean or e.user_id = ${user_id} or exists (
    select from sales s where s.merchant_id = e.merchant_id and s.id = e.sale_id and ${inBranches('s.branch_id', branch_ids)}))`;
  const ifOwn = (column: string) => sql<string | null>`case when ${isOwn} then ${sql.ref(`e.${column}`)} end`;
  return listPage(
    db,
    entries
      .select(['e.id', 'e.points', 'e.balance', 'e.reason', 'e.created_at'])
      .select([ifOwn('sale_id').as('sale_id'), ifOwn('refund_id').as('refund_id'), ifOwn('user_id').as('user_id')])
      .select(sql<EntryRow['type']>`e.type`.as('type')),
    {
      count: entries.select(({ fn }) => fn.countAll<bigint>().as('total')),
      order: [
        { name: 'created_at', column: sql.ref('e.created_at'), type: 'timestamptz', descending: true },
        { name: 'id', column: sql.ref('e.id'), type: 'uuid', descending: true },
      ],
      paging,
    },
  );
}

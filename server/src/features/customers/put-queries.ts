import { sql } from 'kysely';
import type { Timestamp } from '../../core/clock.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';
import { build, column } from '../../platform/database/statement.ts';
import { type CustomerRow, columns } from './queries.ts';

/** The customers that have one of these e-mails, in lower case, or phones. */
export const listByContacts = (
  db: Handle,
  emails: readonly string[],
  phones: readonly string[],
): Promise<CustomerRow[]> => {
  const existing = build
    .selectFrom('customers')
    .select(columns)
    .where('merchant_id', '=', db.merchant_id)
    .where('deleted_at', 'is', null);
  return db.many(
    existing
      .where(sql<boolean>`lower(email) = any(${[...emails]}::text[])`)
      .union(existing.where(sql<boolean>`phone = any(${[...phones]}::text[])`)),
  );
};

/** Lets another import of the merchant wait until the transaction ends, so that both do not create the same person. */
export const lockImports = (tx: Transaction): Promise<number> =>
  tx.run(sql`select pg_advisory_xact_lock(hashtext('import customers'), hashtext(${tx.merchant_id}))`);

type PutRow = Pick<CustomerRow, 'id' | 'name' | 'email' | 'phone' | 'address'>;

export const insertCustomers = (tx: Transaction, customers: readonly PutRow[], now: Timestamp): Promise<number> =>
  tx.run(sql`
    insert into customers (merchant_id, id, name, email, phone, address, created_at, updated_at)
    select ${tx.merchant_id}::uuid, n.*, ${now}::timestamptz, ${now}::timestamptz from unnest(
      ${column(customers, 'id')}::uuid[], ${column(customers, 'name')}::text[], ${column(customers, 'email')}::text[],
      ${column(customers, 'phone')}::text[], ${column(customers, 'address')}::text[]
    ) as n`);

export const updateCustomers = (tx: Transaction, customers: readonly PutRow[], now: Timestamp): Promise<number> =>
  tx.run(sql`
    update customers c set name = n.name, email = n.email, phone = n.phone, address = n.address, updated_at = ${now}::timestamptz
    from unnest(
      ${column(customers, 'id')}::uuid[], ${column(customers, 'name')}::text[], ${column(customers, 'email')}::text[],
      ${column(customers, 'phone')}::text[], ${column(customers, 'address')}::text[]
    ) as n (id, name, email, phone, address)
    where c.merchant_id = ${tx.merchant_id} and c.id = n.id`);

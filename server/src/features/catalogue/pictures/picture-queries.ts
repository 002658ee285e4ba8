import { sql } from 'kysely';
import type { Timestamp } from '../../../core/clock.ts';
import type { Handle, Transaction } from '../../../platform/database/handle.ts';
import { column } from '../../../platform/database/statement.ts';

/** Serialises the merchant's uploads until this one is counted. Sales do not take this lock. */
export const lockPictures = (tx: Transaction): Promise<unknown> =>
  tx.one(sql`select id from merchants where id = ${tx.merchant_id} for no key update`);

/** The size of all pictures of the merchant, including those being removed. */
export const sumPictureBytes = async (db: Handle): Promise<bigint> =>
  (
    await db.one(
      sql<{
        bytes: bigint;
      }>`select coalesce(sum(bytes), 0)::bigint as bytes from pictures where merchant_id = ${db.merchant_id}`,
    )
  ).bytes;

export const insertPicture = (
  tx: Transaction,
  picture: { key: string; bytes: number },
  now: Timestamp,
): Promise<number> =>
  tx.run(sql`
    insert into pictures (merchant_id, key, bytes, state, changed_at)
    values (${tx.merchant_id}, ${picture.key}, ${picture.bytes}, 'uploaded', ${now})`);

/**
 * Locks pictures until the transaction ends, in order, so that concurrent transactions wait and do not deadlock. A used
 * one is locked, too: if another product leaves it meanwhile, it is not removed before this product has it.
 */
export const lockPicturesByKey = (tx: Transaction, keys: readonly string[]): Promise<{ key: string }[]> =>
  tx.many(sql<{ key: string }>`
    select key from pictures where merchant_id = ${tx.merchant_id} and key = any(${[...keys]}::text[])
    order by key for no key update`);

/**
 * Marks pictures as used by a product, except those being removed.
 * @returns the previous state of each that was not used before
 */
export const claimPictures = (
  tx: Transaction,
  keys: readonly string[],
  now: Timestamp,
): Promise<{ key: string; state: string }[]> =>
  tx.many(sql<{ key: string; state: string }>`
    update pictures set
      state = case when state = 'removing' then 'removing' else 'used' end,
      changed_at = case when state = 'removing' then changed_at else ${now}::timestamptz end
    where merchant_id = ${tx.merchant_id} and key = any(${[...keys]}::text[]) and state <> 'used'
    returning key, state`);

/** Marks pictures as unused, locking them in order. Before they are removed, it is checked that no other product uses them. */
export const releasePictures = (tx: Transaction, keys: readonly string[], now: Timestamp): void =>
  tx.queueWrite(
    'pictures',
    sql`
    update pictures p set state = 'unused', changed_at = ${now}::timestamptz
    from (
      select key from pictures where merchant_id = ${tx.merchant_id} and key = any(${[...keys]}::text[]) and state = 'used'
      order by key for no key update
    ) locked
    where p.merchant_id = ${tx.merchant_id} and p.key = locked.key and p.state = 'used'`,
  );

/** Marks an uploaded picture that no product uses. @returns whether the caller must remove it */
export const markUploadForRemoval = async (db: Handle, key: string, now: Timestamp): Promise<boolean> =>
  (await db.run(sql`
    update pictures set state = 'removing', changed_at = ${now}::timestamptz
    where merchant_id = ${db.merchant_id} and key = ${key} and state in ('uploaded', 'removing')`)) > 0;

/** Locks pictures without a product until the transaction ends: released ones, and abandoned uploads. */
export const lockUnusedPictures = (
  tx: Transaction,
  uploaded_before: Timestamp,
  limit: number,
): Promise<{ key: string }[]> =>
  tx.many(sql<{ key: string }>`
    select key from pictures
    where merchant_id = ${tx.merchant_id} and state <> 'used' and (state <> 'uploaded' or changed_at < ${uploaded_before}::timestamptz)
    order by changed_at limit ${limit} for update skip locked`);

/** The pictures of each product that uses one of these. */
export const listReferencedPictures = (tx: Transaction, keys: readonly string[]): Promise<{ key: string }[]> =>
  tx.many(sql<{ key: string }>`
    select i.key from products p cross join lateral unnest(p.images) as i (key)
    where p.merchant_id = ${tx.merchant_id} and p.deleted_at is null and p.images && ${[...keys]}::text[]`);

export const updatePictureStates = (
  tx: Transaction,
  pictures: readonly { key: string; state: string }[],
  now: Timestamp,
): Promise<number> =>
  tx.run(sql`
    update pictures p set state = n.state, changed_at = ${now}::timestamptz
    from unnest(${column(pictures, 'key')}::text[], ${column(pictures, 'state')}::text[]) as n (key, state)
    where p.merchant_id = ${tx.merchant_id} and p.key = n.key`);

export const deleteRemovedPictures = (db: Handle, keys: readonly string[]): Promise<number> =>
  db.run(
    sql`delete from pictures where merchant_id = ${db.merchant_id} and key = any(${[...keys]}::text[]) and state = 'removing'`,
  );

/** Used pictures whose key contains the merchant's id, ordered by key. */
export const listPicturesNamedAfterMerchant = (db: Handle, after: string, limit: number): Promise<{ key: string }[]> =>
  db.many(sql<{ key: string }>`
    select key from pictures
    where merchant_id = ${db.merchant_id} and state = 'used' and key > ${after} and key like 'images/' || ${db.merchant_id}::text || '/%'
    order by key limit ${limit}`);

/**
 * Locks the products and variants that show a picture, in order, so that concurrent transactions wait and do not
 * deadlock.
 */
export const lockProductsShowing = (tx: Transaction, key: string): Promise<{ id: string }[]> =>
  tx.many(sql<{ id: string }>`
    select id from products
    where merchant_id = ${tx.merchant_id} and deleted_at is null and images @> array[${key}]
    order by id for no key update`);

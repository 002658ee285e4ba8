import { sql } from 'kysely';
import type { Timestamp } from '../../core/clock.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';
import { column } from '../../platform/database/statement.ts';

/** Makes other uploads of the merchant wait until this one is counted; sales do not. */
export const lockPictures = (tx: Transaction): Promise<unknown> =>
  tx.one(sql`select id from merchants where id = ${tx.merchant_id} for no key update`);

/** What all pictures of the merchant take, those on their way out included. */
export const sumPictureBytes = async (db: Handle): Promise<bigint> =>
  (
    await db.one(
      sql<{ bytes: bigint }>`select coalesce(sum(bytes), 0)::bigint as bytes from pictures where merchant_id = ${db.merchant_id}`,
    )
  ).bytes;

export const insertPicture = (tx: Transaction, picture: { key: string; bytes: number }, now: Timestamp): Promise<number> =>
  tx.run(sql`
    insert into pictures (merchant_id, key, bytes, state, changed_at)
    values (${tx.merchant_id}, ${picture.key}, ${picture.bytes}, 'uploaded', ${now})`);

/** Marks pictures as a product's. Those on their way out stay so. @returns what became of each that was not a product's before */
export const claimPictures = (tx: Transaction, keys: readonly string[], now: Timestamp): Promise<{ key: string; state: string }[]> =>
  tx.many(sql<{ key: string; state: string }>`
    update pictures set
      state = case when state = 'removing' then 'removing' else 'used' end,
      changed_at = case when state = 'removing' then changed_at else ${now}::timestamptz end
    where merchant_id = ${tx.merchant_id} and key = any(${[...keys]}::text[]) and state <> 'used'
    returning key, state`);

/** Whether another product has them is seen when they are about to be removed. */
export const releasePictures = (tx: Transaction, keys: readonly string[], now: Timestamp): void =>
  tx.queueWrite(
    'pictures',
    sql`
    update pictures set state = 'unused', changed_at = ${now}::timestamptz
    where merchant_id = ${tx.merchant_id} and key = any(${[...keys]}::text[]) and state = 'used'`,
  );

/** One that was uploaded and came to nothing. @returns whether it is to be removed now */
export const giveUpPicture = async (db: Handle, key: string, now: Timestamp): Promise<boolean> =>
  (await db.run(sql`
    update pictures set state = 'removing', changed_at = ${now}::timestamptz
    where merchant_id = ${db.merchant_id} and key = ${key} and state in ('uploaded', 'removing')`)) > 0;

/** Pictures that no product has, held until the transaction ends: those let go of, and uploads that came to nothing. */
export const lockUnused = (tx: Transaction, uploaded_before: Timestamp, limit: number): Promise<{ key: string }[]> =>
  tx.many(sql<{ key: string }>`
    select key from pictures
    where merchant_id = ${tx.merchant_id} and state <> 'used' and (state <> 'uploaded' or changed_at < ${uploaded_before}::timestamptz)
    order by changed_at limit ${limit} for update skip locked`);

/** Which of them a living product has after all. */
export const listReferenced = (tx: Transaction, keys: readonly string[]): Promise<{ key: string }[]> =>
  tx.many(sql<{ key: string }>`
    select distinct i.key from products p cross join lateral unnest(p.images) as i (key)
    where p.merchant_id = ${tx.merchant_id} and p.deleted_at is null and p.images && ${[...keys]}::text[] and i.key = any(${[...keys]}::text[])`);

export const updateStates = (tx: Transaction, pictures: readonly { key: string; state: string }[], now: Timestamp): Promise<number> =>
  tx.run(sql`
    update pictures p set state = n.state, changed_at = ${now}::timestamptz
    from unnest(${column(pictures, 'key')}::text[], ${column(pictures, 'state')}::text[]) as n (key, state)
    where p.merchant_id = ${tx.merchant_id} and p.key = n.key`);

export const deleteRemoved = (db: Handle, keys: readonly string[]): Promise<number> =>
  db.run(sql`delete from pictures where merchant_id = ${db.merchant_id} and key = any(${[...keys]}::text[]) and state = 'removing'`);

/** Pictures that living products have and whose key names the merchant, in the order of their keys. */
export const listNamedAfterMerchant = (db: Handle, after: string, limit: number): Promise<{ key: string }[]> =>
  db.many(sql<{ key: string }>`
    select key from pictures
    where merchant_id = ${db.merchant_id} and state = 'used' and key > ${after} and key like 'images/' || ${db.merchant_id}::text || '/%'
    order by key limit ${limit}`);

/** Living products and variants that show a picture, in order, so that who wants the same ones queues. */
export const lockProductsShowing = (tx: Transaction, key: string): Promise<{ id: string }[]> =>
  tx.many(sql<{ id: string }>`
    select id from products
    where merchant_id = ${tx.merchant_id} and deleted_at is null and images @> array[${key}]
    order by id for no key update`);

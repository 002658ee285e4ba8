import { sql } from 'kysely';
import type { Timestamp } from '../../../core/clock.ts';
import type { Handle, Transaction } from '../../../platform/database/handle.ts';
import { build } from '../../../platform/database/statement.ts';

interface NewReset {
  token_hash: Buffer;
  expires_at: Timestamp;
}

/**
 * Inserts a reset for the account with this address. Inserts nothing if there is no account, or if it already got a
 * reset after `not_since`.
 */
export const insertResetByEmail = (
  tx: Transaction,
  { email, not_since, token_hash, expires_at }: NewReset & { email: string; not_since: Timestamp },
  now: Timestamp,
): Promise<number> =>
  tx.run(sql`
    insert into password_resets (token_hash, user_id, expires_at, created_at)
    select ${token_hash}::bytea, u.id, ${expires_at}::timestamptz, ${now}::timestamptz from users u
    where u.email = ${email}
      and not exists (select from password_resets r where r.user_id = u.id and r.created_at > ${not_since}::timestamptz)`);

export const insertReset = (
  tx: Transaction,
  { user_id, ...reset }: NewReset & { user_id: string },
  now: Timestamp,
): Promise<number> => tx.run(build.insertInto('password_resets').values({ ...reset, user_id, created_at: now }));

export interface ResettableUser {
  id: string;
  email: string;
  name: string;
  home_merchant_id: string;
}

export const findUserByReset = (
  global: Handle,
  token_hash: Buffer,
  now: Timestamp,
): Promise<ResettableUser | undefined> =>
  global.first(sql<ResettableUser>`
    select u.id, u.email, u.name, u.home_merchant_id from password_resets r join users u on u.id = r.user_id
    where r.token_hash = ${token_hash}::bytea and r.expires_at > ${now}::timestamptz`);

/** @returns 0 if the link was used meanwhile */
export const deleteReset = (tx: Transaction, token_hash: Buffer): Promise<number> =>
  tx.run(build.deleteFrom('password_resets').where('token_hash', '=', token_hash));

export const deleteResetsOf = (tx: Transaction, user_id: string): Promise<number> =>
  tx.run(build.deleteFrom('password_resets').where('user_id', '=', user_id));

/** An API key that a user made at a merchant, and the merchant's time zone. */
export interface KeptKey {
  id: string;
  name: string;
  merchant_id: string;
  merchant_name: string;
  timezone: string;
  created_at: Timestamp;
}

/** The usable keys of a current member, the newest first. */
export const listActiveKeysBy = (tx: Transaction, user_id: string, now: Timestamp): Promise<KeptKey[]> =>
  tx.many(sql<KeptKey>`
    select k.id, k.name, k.merchant_id, m.name as merchant_name, m.timezone, k.created_at
    from api_keys k join merchants m on m.id = k.merchant_id
    join memberships s on s.merchant_id = k.merchant_id and s.user_id = k.created_by and s.deactivated_at is null
    where k.merchant_id = ${tx.merchant_id} and k.created_by = ${user_id} and k.revoked_at is null
      and (k.expires_at is null or k.expires_at > ${now}::timestamptz)
    order by k.created_at desc, k.id desc`);

export const findSoleMerchant = (db: Handle, user_id: string): Promise<{ sole_merchant_id: string | null }> =>
  db.one(build.selectFrom('users').select('sole_merchant_id').where('id', '=', user_id));

/** A user who joins a second merchant no longer has a sole merchant. */
export const updateSoleMerchant = (tx: Transaction, user_id: string): Promise<number> =>
  tx.run(
    sql`update users set sole_merchant_id = null where id = ${user_id} and sole_merchant_id <> ${tx.merchant_id}::uuid`,
  );

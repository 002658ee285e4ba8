import { sql } from 'kysely';
import type { Branches } from '../../core/branches.ts';
import type { Timestamp } from '../../core/clock.ts';
import type { Permission } from '../../core/permissions.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';
import { build } from '../../platform/database/statement.ts';
import type { KeyStatus } from './rules.ts';

export interface NewApiKey {
  id: string;
  name: string;
  key_hash: Buffer;
  last_four: string;
  permissions: Permission[];
  branch_ids: string[] | null;
  created_by: string;
  expires_at: Timestamp | null;
}

export const insertApiKey = (tx: Transaction, key: NewApiKey, now: Timestamp): Promise<number> =>
  tx.run(
    build.insertInto('api_keys').values({ ...key, merchant_id: tx.merchant_id, created_at: now, updated_at: now }),
  );

export interface ApiKeyRow {
  id: string;
  name: string;
  last_four: string;
  permissions: string[];
  branch_ids: Branches;
  status: KeyStatus;
  created_by: string;
  created_by_name: string;
  expires_at: Timestamp | null;
  revoked_at: Timestamp | null;
  last_used_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

const statusOf = (now: Timestamp) => sql<KeyStatus>`case
  when k.revoked_at is not null then 'revoked'
  when k.expires_at <= ${now}::timestamptz then 'expired'
  when m.user_id is null or m.deactivated_at is not null then 'suspended'
  else 'active' end`;

const apiKeys = (db: Handle) =>
  build
    .selectFrom('api_keys as k')
    .innerJoin('users as u', 'u.id', 'k.created_by')
    .leftJoin('memberships as m', (join) =>
      join.onRef('m.merchant_id', '=', 'k.merchant_id').onRef('m.user_id', '=', 'k.created_by'),
    )
    .where('k.merchant_id', '=', db.merchant_id);

const columns = [
  'k.id',
  'k.name',
  'k.last_four',
  'k.permissions',
  'k.branch_ids',
  'k.created_by',
  'u.name as created_by_name',
  'k.expires_at',
  'k.revoked_at',
  'k.last_used_at',
  'k.created_at',
  'k.updated_at',
] as const;

export const findApiKey = (db: Handle, id: string, now: Timestamp): Promise<ApiKeyRow | undefined> =>
  db.first(apiKeys(db).select(columns).select(statusOf(now).as('status')).where('k.id', '=', id));

/** A page of the merchant's keys. */
export const apiKeyList = (db: Handle, { status, now }: { status?: KeyStatus | undefined; now: Timestamp }) => {
  let from = apiKeys(db);
  if (status !== undefined) from = from.where(sql<boolean>`${statusOf(now)} = ${status}`);
  return {
    rows: from.select(columns).select(statusOf(now).as('status')),
    count: from.select(sql<bigint>`count(*)`.as('total')),
    keys: {
      name: { column: sql.ref('k.name'), type: 'text' },
      created_at: { column: sql.ref('k.created_at'), type: 'timestamptz' },
      id: { column: sql.ref('k.id'), type: 'uuid' },
    },
  } as const;
};

/** The number of usable keys, including those of deactivated users. */
export const countUsable = async (tx: Transaction, now: Timestamp): Promise<number> =>
  (
    await tx.one(sql<{ usable: number }>`
      select count(*)::int as usable from api_keys
      where merchant_id = ${tx.merchant_id} and revoked_at is null and (expires_at is null or expires_at > ${now}::timestamptz)`)
  ).usable;

export const renameApiKey = (
  tx: Transaction,
  { id, name }: { id: string; name: string },
  now: Timestamp,
): Promise<number> =>
  tx.run(
    build
      .updateTable('api_keys')
      .set({ name, updated_at: now })
      .where('merchant_id', '=', tx.merchant_id)
      .where('id', '=', id),
  );

/** @returns 0 if the key is unknown or revoked */
export const revokeApiKey = (tx: Transaction, id: string, now: Timestamp): Promise<number> =>
  tx.run(
    build
      .updateTable('api_keys')
      .set({ revoked_at: now, updated_at: now })
      .where('merchant_id', '=', tx.merchant_id)
      .where('id', '=', id)
      .where('revoked_at', 'is', null),
  );

export interface UsableKey {
  id: string;
  name: string;
  permissions: string[];
  branch_ids: Branches;
  created_by: string;
  expires_at: Timestamp | null;
  last_used_at: Timestamp | null;
}

/** The key with this hash, unless it is revoked. */
export const findKeyByHash = (db: Handle, key_hash: Buffer): Promise<UsableKey | undefined> =>
  db.first(
    build
      .selectFrom('api_keys')
      .select(['id', 'name', 'permissions', 'branch_ids', 'created_by', 'expires_at', 'last_used_at'])
      .where('merchant_id', '=', db.merchant_id)
      .where('key_hash', '=', key_hash)
      .where('revoked_at', 'is', null),
  );

/** The key with this id, unless it is revoked. */
export const findKeyById = (db: Handle, id: string): Promise<Omit<UsableKey, 'last_used_at'> | undefined> =>
  db.first(
    build
      .selectFrom('api_keys')
      .select(['id', 'name', 'permissions', 'branch_ids', 'created_by', 'expires_at'])
      .where('merchant_id', '=', db.merchant_id)
      .where('id', '=', id)
      .where('revoked_at', 'is', null),
  );

/** @returns 0 if another process has stored a use since the key was read: only one of several writes */
export const touchApiKey = (db: Handle, key: Pick<UsableKey, 'id' | 'last_used_at'>, now: Timestamp): Promise<number> =>
  db.run(sql`
    update api_keys set last_used_at = ${now}::timestamptz
    where merchant_id = ${db.merchant_id} and id = ${key.id} and last_used_at is not distinct from ${key.last_used_at}::timestamptz`);

import { sql } from 'kysely';
import type { Handle, Transaction } from '../../db/handle.ts';
import { build } from '../../db/statement.ts';
import type { Timestamp } from '../../kernel/clock.ts';

export interface NewUser {
  id: string;
  email: string;
  name: string;
  phone: string | null;
  password_hash: string;
  home_merchant_id: string;
}

export const insertUser = (tx: Transaction, user: NewUser, now: Timestamp): Promise<number> =>
  tx.run(build.insertInto('users').values({ ...user, created_at: now, updated_at: now }));

/** @returns 1, or 0 when somebody has the e-mail already */
export const insertUserIfNew = (tx: Transaction, user: NewUser, now: Timestamp): Promise<number> =>
  tx.run(
    build
      .insertInto('users')
      .values({ ...user, created_at: now, updated_at: now })
      .onConflict((conflict) => conflict.column('email').doNothing()),
  );

export interface User {
  id: string;
  email: string;
  name: string;
  password_hash: string;
  home_merchant_id: string;
}

const userColumns = ['id', 'email', 'name', 'password_hash', 'home_merchant_id'] as const;

export const findUserByEmail = (global: Handle, email: string): Promise<User | undefined> =>
  global.first(build.selectFrom('users').select(userColumns).where('email', '=', email));

export const getUser = (global: Handle, user_id: string): Promise<User> =>
  global.one(build.selectFrom('users').select(userColumns).where('id', '=', user_id));

export const updateUserName = (tx: Transaction, user: { id: string; name: string }, now: Timestamp): Promise<number> =>
  tx.run(build.updateTable('users').set({ name: user.name, updated_at: now }).where('id', '=', user.id));

export interface NewSession {
  id: string;
  user_id: string;
  refresh_hash: Buffer;
  user_agent: string | null;
  expires_at: Timestamp;
}

export const insertSession = (global: Handle, session: NewSession, now: Timestamp): Promise<number> =>
  global.run(build.insertInto('sessions').values({ ...session, created_at: now }));

/** The living session's user; `undefined` once it ended or expired. */
export const findSession = (
  global: Handle,
  session_id: string,
  now: Timestamp,
): Promise<{ user_id: string; home_merchant_id: string } | undefined> =>
  global.first(sql<{ user_id: string; home_merchant_id: string }>`
    select s.user_id, u.home_merchant_id from sessions s join users u on u.id = s.user_id
    where s.id = ${session_id} and s.ended_at is null and s.expires_at > ${now}`);

export interface TokenSession {
  id: string;
  user_id: string;
  /** Whether the token is the session's present one; otherwise it was rotated away. */
  is_current: boolean;
}

/** The living session that a refresh token belongs or belonged to, locked: of two rotations the second sees the first. */
export const lockSessionByToken = (tx: Transaction, refresh_hash: Buffer, now: Timestamp): Promise<TokenSession | undefined> =>
  tx.first(sql<TokenSession>`
    select id, user_id, refresh_hash = ${refresh_hash}::bytea as is_current from sessions
    where (refresh_hash = ${refresh_hash}::bytea or retired_hashes @> array[${refresh_hash}::bytea])
      and ended_at is null and expires_at > ${now}
    for update`);

interface Rotation {
  session_id: string;
  refresh_hash: Buffer;
  expires_at: Timestamp;
}

/** However often its token is renewed. */
const session_lifetime = '365 days';

/** Puts a new token in the place of the present one. The last hundred are remembered: a session may live for years. */
export const rotateToken = (tx: Transaction, { session_id, refresh_hash, expires_at }: Rotation): Promise<number> =>
  tx.run(sql`
    update sessions set refresh_hash = ${refresh_hash}, expires_at = least(${expires_at}, created_at + ${session_lifetime}::interval),
      retired_hashes = (retired_hashes || sessions.refresh_hash)[greatest(1, cardinality(retired_hashes) - 98):]
    where id = ${session_id}`);

export const endSession = (global: Handle, session_id: string, now: Timestamp): Promise<number> =>
  global.run(build.updateTable('sessions').set({ ended_at: now }).where('id', '=', session_id).where('ended_at', 'is', null));

export interface DeviceRow {
  id: string;
  platform: string;
  name: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface NewDevice {
  id: string;
  user_id: string;
  platform: string;
  token: string;
  token_hash: Buffer;
  name: string | null;
}

/** One device for each token: known, it moves to whoever registers it, and keeps its name only with the same person. */
export const insertOrMoveDevice = (tx: Transaction, device: NewDevice, now: Timestamp): Promise<DeviceRow> =>
  tx.one(sql<DeviceRow>`
    insert into devices (id, user_id, platform, token, token_hash, name, created_at, updated_at)
    values (${device.id}, ${device.user_id}, ${device.platform}, ${device.token}, ${device.token_hash}, ${device.name}, ${now}, ${now})
    on conflict (token_hash) do update set
      user_id = excluded.user_id, platform = excluded.platform, token = excluded.token, updated_at = excluded.updated_at,
      name = case when devices.user_id = excluded.user_id then coalesce(excluded.name, devices.name) else excluded.name end
    returning id, platform, name, created_at, updated_at`);

/** A person's devices, as a list to be paged. */
export const deviceList = (user_id: string) =>
  ({
    rows: build
      .selectFrom('devices as d')
      .select(['d.id', 'd.platform', 'd.name', 'd.created_at', 'd.updated_at'])
      .where('d.user_id', '=', user_id),
    count: build.selectFrom('devices').select(sql<bigint>`count(*)`.as('total')).where('user_id', '=', user_id),
    keys: { created_at: { column: sql.ref('d.created_at'), type: 'timestamptz' }, id: { column: sql.ref('d.id'), type: 'uuid' } },
  }) as const;

export interface DeviceAddress {
  id: string;
  user_id: string;
  platform: string;
  token: string;
}

/** Where people's messages go. */
export const listAddresses = (global: Handle, user_ids: readonly string[]): Promise<DeviceAddress[]> =>
  global.many(
    sql<DeviceAddress>`select id, user_id, platform, token from devices where user_id = any(${[...user_ids]}::uuid[]) order by id`,
  );

export const findAddresses = (global: Handle, ids: readonly string[]): Promise<DeviceAddress[]> =>
  global.many(sql<DeviceAddress>`select id, user_id, platform, token from devices where id = any(${[...ids]}::uuid[])`);

export const deleteDevice = (global: Handle, device: { id: string; user_id: string }): Promise<number> =>
  global.run(build.deleteFrom('devices').where('id', '=', device.id).where('user_id', '=', device.user_id));

/** The same password under another hash; not when it has become another password meanwhile. */
export const replaceHash = (tx: Transaction, { id, was, becomes }: { id: string; was: string; becomes: string }): Promise<number> =>
  tx.run(build.updateTable('users').set({ password_hash: becomes }).where('id', '=', id).where('password_hash', '=', was));

export const updatePassword = (tx: Transaction, user: { id: string; password_hash: string }, now: Timestamp): Promise<number> =>
  tx.run(build.updateTable('users').set({ password_hash: user.password_hash, updated_at: now }).where('id', '=', user.id));

/** Ends a person's living sessions but one. @returns which */
export async function endOtherSessions(tx: Transaction, keep: { user_id: string; session_id: string }, now: Timestamp): Promise<string[]> {
  const ended = await tx.many(sql<{ id: string }>`
    update sessions set ended_at = ${now}
    where user_id = ${keep.user_id} and id <> ${keep.session_id} and ended_at is null
    returning id`);
  return ended.map(({ id }) => id);
}

/** Ends one of a person's own sessions. */
export const endOwnSession = (global: Handle, session: { id: string; user_id: string }, now: Timestamp): Promise<number> =>
  global.run(
    build
      .updateTable('sessions')
      .set({ ended_at: now })
      .where('id', '=', session.id)
      .where('user_id', '=', session.user_id)
      .where('ended_at', 'is', null),
  );

export interface SessionRow {
  id: string;
  user_agent: string | null;
  created_at: Timestamp;
  expires_at: Timestamp;
}

/** A person's living sessions, as a list to be paged. */
export const sessionList = (user_id: string, now: Timestamp) => {
  const living = build
    .selectFrom('sessions as s')
    .where('s.user_id', '=', user_id)
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', now);
  return {
    rows: living.select(['s.id', 's.user_agent', 's.created_at', 's.expires_at']),
    count: living.select(sql<bigint>`count(*)`.as('total')),
    keys: { created_at: { column: sql.ref('s.created_at'), type: 'timestamptz' }, id: { column: sql.ref('s.id'), type: 'uuid' } },
  } as const;
};

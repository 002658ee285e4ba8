import { sql } from 'kysely';
import type { Timestamp } from '../../../core/clock.ts';
import type { Handle, Transaction } from '../../../platform/database/handle.ts';
import { build } from '../../../platform/database/statement.ts';

export interface NewSession {
  id: string;
  user_id: string;
  user_agent: string | null;
  address: string;
  expires_at: Timestamp;
  by_passkey: boolean;
  /** The merchant and the device of a session by PIN, and the user who registered the device. */
  pin_merchant_id?: string;
  pin_device_id?: string;
  pin_device_user_id?: string;
}

export const insertSession = (tx: Transaction, session: NewSession, now: Timestamp): Promise<number> =>
  tx.run(build.insertInto('sessions').values({ ...session, created_at: now, last_used_at: now }));

/** Locks an open session against its end. @returns undefined if it has ended or expired */
export const lockOpenSession = (
  tx: Transaction,
  session_id: string,
  now: Timestamp,
): Promise<{ id: string } | undefined> =>
  tx.first(sql<{ id: string }>`
    select id from sessions where id = ${session_id} and ended_at is null and expires_at > ${now}::timestamptz for share`);

type SessionColumns = Omit<FoundSession, 'pin'> & {
  pin_merchant_id: string | null;
  pin_device_id: string;
  pin_device_user_id: string;
};

/**
 * The user of an open session; `undefined` once it ended or expired. A session by PIN ends when its device is deleted, or
 * registered by another user.
 */
export async function findSession(
  global: Handle,
  session_id: string,
  now: Timestamp,
): Promise<FoundSession | undefined> {
  const found = await global.first(sql<SessionColumns>`
    select s.user_id, coalesce(s.pin_merchant_id, u.home_merchant_id) as home_merchant_id,
      s.pin_merchant_id is null and (s.by_passkey
        or exists (select from totp_factors f where f.user_id = s.user_id and f.confirmed_at is not null)) as has_second_factor,
      s.pin_merchant_id, s.pin_device_id, s.pin_device_user_id
    from sessions s join users u on u.id = s.user_id
    where s.id = ${session_id} and s.ended_at is null and s.expires_at > ${now}
      and (s.pin_device_id is null
        or exists (select from devices d where d.id = s.pin_device_id and d.user_id = s.pin_device_user_id))`);
  if (found === undefined) return undefined;
  const {
    pin_merchant_id: merchant_id,
    pin_device_id: device_id,
    pin_device_user_id: device_user_id,
    ...session
  } = found;
  return { ...session, pin: merchant_id === null ? null : { merchant_id, device_id, device_user_id } };
}

/** Postpones the end of an open session by PIN. */
export const updatePinSession = (
  global: Handle,
  { id, expires_at }: { id: string; expires_at: Timestamp },
  now: Timestamp,
): Promise<number> =>
  global.run(sql`
    update sessions set expires_at = ${expires_at}, last_used_at = ${now}
    where id = ${id} and pin_device_id is not null and ended_at is null and expires_at > ${now}`);

export const getSessionAge = (global: Handle, session_id: string): Promise<{ created_at: Timestamp }> =>
  global.one(build.selectFrom('sessions').select('created_at').where('id', '=', session_id));

/** Marks the session as confirmed by a passkey. */
export const markByPasskey = (tx: Transaction, session_id: string): Promise<number> =>
  tx.run(build.updateTable('sessions').set({ by_passkey: true }).where('id', '=', session_id));

export interface FoundSession {
  user_id: string;
  /** The merchant of requests that name none: the user's home, or the merchant of a session by PIN. */
  home_merchant_id: string;
  has_second_factor: boolean;
  pin: { merchant_id: string; device_id: string; device_user_id: string } | null;
}

/**
 * The open session that a refresh token belongs or belonged to. Locked, so that rotations of one session run one after
 * another.
 */
export const lockSessionByToken = (
  tx: Transaction,
  token_hash: Buffer,
  now: Timestamp,
): Promise<{ id: string; user_id: string; last_used_at: Timestamp | null } | undefined> =>
  tx.first(sql<{ id: string; user_id: string; last_used_at: Timestamp | null }>`
    select id, user_id, last_used_at from sessions
    where id = (select session_id from session_tokens where token_hash = ${token_hash}::bytea)
      and ended_at is null and expires_at > ${now}
    for update`);

/** A separate statement after the lock, so that it sees a rotation that held the lock before. */
export const findToken = (tx: Transaction, token_hash: Buffer): Promise<{ retired_at: Timestamp | null } | undefined> =>
  tx.first(build.selectFrom('session_tokens').select('retired_at').where('token_hash', '=', token_hash));

export const insertToken = (
  tx: Transaction,
  token: { token_hash: Buffer; session_id: string },
  now: Timestamp,
): Promise<number> => tx.run(build.insertInto('session_tokens').values({ ...token, created_at: now }));

export const retireToken = (tx: Transaction, token_hash: Buffer, now: Timestamp): Promise<number> =>
  tx.run(
    build
      .updateTable('session_tokens')
      .set({ retired_at: now })
      .where('token_hash', '=', token_hash)
      .where('retired_at', 'is', null),
  );

/** The number of valid tokens of the session. */
export const countTokens = async (tx: Transaction, session_id: string): Promise<number> =>
  (
    await tx.one(sql<{ tokens: number }>`
      select count(*)::int as tokens from session_tokens where session_id = ${session_id} and retired_at is null`)
  ).tokens;

/** Keeps the newest `keep` retired tokens. A session may last a year, so not all of them are kept. */
export const deleteOldestRetired = (tx: Transaction, session_id: string, keep: number): Promise<number> =>
  tx.run(sql`
    delete from session_tokens where session_id = ${session_id} and token_hash in (
      select token_hash from session_tokens where session_id = ${session_id} and retired_at is not null
      order by retired_at desc offset ${keep})`);

/** The maximum lifetime, however often the tokens are renewed. */
const session_lifetime = '365 days';

export const extendSession = (tx: Transaction, session: { id: string; expires_at: Timestamp }): Promise<number> =>
  tx.run(sql`
    update sessions set expires_at = least(${session.expires_at}, created_at + ${session_lifetime}::interval) where id = ${session.id}`);

export const touchSession = (
  tx: Transaction,
  session: { id: string; address: string },
  now: Timestamp,
): Promise<number> =>
  tx.run(
    build.updateTable('sessions').set({ last_used_at: now, address: session.address }).where('id', '=', session.id),
  );

export const endSession = (tx: Transaction, session_id: string, now: Timestamp): Promise<number> =>
  tx.run(build.updateTable('sessions').set({ ended_at: now }).where('id', '=', session_id));

/** Ends a user's open sessions, except `keep_id`. @returns the ids */
export async function endSessionsOf(
  tx: Transaction,
  { user_id, keep_id }: { user_id: string; keep_id?: string },
  now: Timestamp,
) {
  const ended = await tx.many(sql<{ id: string }>`
    update sessions set ended_at = ${now}
    where user_id = ${user_id} and id is distinct from ${keep_id}::uuid and ended_at is null
    returning id`);
  return ended.map(({ id }) => id);
}

/** Ends a user's sessions by PIN at the merchant. @returns the ids */
export async function endPinSessions(tx: Transaction, user_id: string, now: Timestamp): Promise<string[]> {
  const ended = await tx.many(sql<{ id: string }>`
    update sessions set ended_at = ${now}
    where user_id = ${user_id} and pin_merchant_id = ${tx.merchant_id}::uuid and ended_at is null
    returning id`);
  return ended.map(({ id }) => id);
}

/** Ends the sessions by PIN on a device. @returns the ids */
export async function endSessionsOnDevice(global: Handle, device_id: string, now: Timestamp): Promise<string[]> {
  const ended = await global.many(sql<{ id: string }>`
    update sessions set ended_at = ${now} where pin_device_id = ${device_id} and ended_at is null returning id`);
  return ended.map(({ id }) => id);
}

/** Ends the open sessions of all users whose home is the merchant. @returns one row per ended session */
export const endSessionsOfMerchant = (tx: Transaction, now: Timestamp): Promise<{ user_id: string }[]> =>
  tx.many(sql<{ user_id: string }>`
    update sessions set ended_at = ${now}
    where user_id in (select id from users where home_merchant_id = ${tx.merchant_id}) and ended_at is null and expires_at > ${now}
    returning user_id`);

/** The number of open sessions and of their users, over all merchants. */
export const countSessions = (global: Handle, now: Timestamp): Promise<{ sessions: number; people: number }> =>
  global.one(sql<{ sessions: number; people: number }>`
    select count(*)::int as sessions, count(distinct user_id)::int as people from sessions where ended_at is null and expires_at > ${now}`);

/** Ends one of the user's own sessions. */
export const endOwnSession = (
  tx: Transaction,
  session: { id: string; user_id: string },
  now: Timestamp,
): Promise<number> =>
  tx.run(
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
  address: string | null;
  last_used_at: Timestamp | null;
  created_at: Timestamp;
  expires_at: Timestamp;
}

/** A user's open sessions, as a list to page through. */
export const sessionList = (user_id: string, now: Timestamp) => {
  const openSessions = build
    .selectFrom('sessions as s')
    .where('s.user_id', '=', user_id)
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', now);
  return {
    rows: openSessions.select(['s.id', 's.user_agent', 's.address', 's.last_used_at', 's.created_at', 's.expires_at']),
    count: openSessions.select(sql<bigint>`count(*)`.as('total')),
    keys: {
      created_at: { column: sql.ref('s.created_at'), type: 'timestamptz' },
      id: { column: sql.ref('s.id'), type: 'uuid' },
    },
  } as const;
};

/** Sessions of the merchant's users that ended or expired before a time. */
const oldSessions = (tx: Transaction, before: Timestamp) => sql`
  select s.id from sessions s join users u on u.id = s.user_id
  where u.home_merchant_id = ${tx.merchant_id} and (s.ended_at < ${before}::timestamptz or s.expires_at < ${before}::timestamptz)`;

export const deleteOldTokens = (tx: Transaction, before: Timestamp): Promise<number> =>
  tx.run(sql`delete from session_tokens where session_id in (${oldSessions(tx, before)})`);

export const deleteOldSessions = (tx: Transaction, before: Timestamp): Promise<number> =>
  tx.run(sql`delete from sessions where id in (${oldSessions(tx, before)})`);

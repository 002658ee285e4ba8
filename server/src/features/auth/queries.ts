import { sql } from 'kysely';
import type { Handle } from '../../db/handle.ts';
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

export const insertUser = (tx: Handle, user: NewUser, now: Timestamp): Promise<number> =>
  tx.run(build.insertInto('users').values({ ...user, created_at: now, updated_at: now }));

export interface User {
  id: string;
  email: string;
  name: string;
  password_hash: string;
  home_merchant_id: string;
}

export const findUserByEmail = (global: Handle, email: string): Promise<User | undefined> =>
  global.first(build.selectFrom('users').select(['id', 'email', 'name', 'password_hash', 'home_merchant_id']).where('email', '=', email));

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
export const findSession = (global: Handle, session_id: string): Promise<{ user_id: string; home_merchant_id: string } | undefined> =>
  global.first(sql<{ user_id: string; home_merchant_id: string }>`
    select s.user_id, u.home_merchant_id from sessions s join users u on u.id = s.user_id
    where s.id = ${session_id} and s.ended_at is null and s.expires_at > now()`);

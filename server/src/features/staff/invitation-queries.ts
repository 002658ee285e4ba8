import { sql } from 'kysely';
import type { Branches } from '../../core/branches.ts';
import type { Timestamp } from '../../core/clock.ts';
import type { Role } from '../../core/permissions.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';
import { build } from '../../platform/database/statement.ts';

export interface InvitationRow {
  id: string;
  /** The member who gets an account by accepting; null if accepting makes a member. */
  member_id: string | null;
  email: string;
  name: string;
  phone: string | null;
  role: Role;
  branch_id: string | null;
  branch_ids: Branches;
  invited_by: string;
  expires_at: Timestamp;
}

const columns = [
  'id',
  'member_id',
  'email',
  'name',
  'phone',
  'role',
  'branch_id',
  'branch_ids',
  'invited_by',
  'expires_at',
] as const;

export interface InvitationSecret {
  token_hash: Buffer;
  invited_by: string;
  expires_at: Timestamp;
}

export const insertInvitation = (
  tx: Transaction,
  { branch_ids, ...invitation }: Omit<InvitationRow, keyof InvitationSecret> & InvitationSecret,
  now: Timestamp,
): Promise<number> =>
  tx.run(
    build.insertInto('invitations').values({
      ...invitation,
      branch_ids: sql`${branch_ids === null ? null : [...branch_ids]}::uuid[]`,
      merchant_id: tx.merchant_id,
      created_at: now,
      updated_at: now,
    }),
  );

/** The open invitation of a token; undefined if it was used, withdrawn, replaced or has expired. */
export const findInvitationByToken = (
  db: Handle,
  token_hash: Buffer,
  now: Timestamp,
): Promise<InvitationRow | undefined> =>
  db.first(
    build
      .selectFrom('invitations')
      .select(columns)
      .where('merchant_id', '=', db.merchant_id)
      .where('token_hash', '=', token_hash)
      .where('expires_at', '>', now)
      .$castTo<InvitationRow>(),
  );

export const findInvitation = (db: Handle, id: string): Promise<InvitationRow | undefined> =>
  db.first(
    build
      .selectFrom('invitations')
      .select(columns)
      .where('merchant_id', '=', db.merchant_id)
      .where('id', '=', id)
      .$castTo<InvitationRow>(),
  );

/** The open or expired invitation of a member to an account. */
export const findInvitationOf = (db: Handle, member_id: string): Promise<InvitationRow | undefined> =>
  db.first(
    build
      .selectFrom('invitations')
      .select(columns)
      .where('merchant_id', '=', db.merchant_id)
      .where('member_id', '=', member_id)
      .$castTo<InvitationRow>(),
  );

export const listInvitationsBy = (
  db: Handle,
  invited_by: string,
): Promise<{ id: string; member_id: string | null }[]> =>
  db.many(
    build
      .selectFrom('invitations')
      .select(['id', 'member_id'])
      .where('merchant_id', '=', db.merchant_id)
      .where('invited_by', '=', invited_by)
      .orderBy('id'),
  );

/** Replaces the token, so that the previous link stops working. */
export const replaceSecret = (tx: Transaction, id: string, secret: InvitationSecret, now: Timestamp): Promise<number> =>
  tx.run(
    build
      .updateTable('invitations')
      .set({ ...secret, updated_at: now })
      .where('merchant_id', '=', tx.merchant_id)
      .where('id', '=', id),
  );

/** @returns 0 if the invitation no longer exists */
export const deleteInvitation = (tx: Transaction, id: string): Promise<number> =>
  tx.run(build.deleteFrom('invitations').where('merchant_id', '=', tx.merchant_id).where('id', '=', id));

export const isInvited = async (db: Handle, email: string): Promise<boolean> =>
  (
    await db.one(sql<{ found: boolean }>`
      select exists (select from invitations where merchant_id = ${db.merchant_id} and email = ${email}) as found`)
  ).found;

/** The member of the merchant, current or former, whose account has this address. */
export const findMemberByEmail = (db: Handle, email: string): Promise<{ user_id: string } | undefined> =>
  db.first(sql<{ user_id: string }>`
    select m.user_id from memberships m join users u on u.id = m.user_id
    where m.merchant_id = ${db.merchant_id} and u.email = ${email}`);

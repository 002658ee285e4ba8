import { sql } from 'kysely';
import type { Timestamp } from '../../../core/clock.ts';
import type { Handle, Transaction } from '../../../platform/database/handle.ts';
import { build } from '../../../platform/database/statement.ts';

export const insertChallenge = (
  global: Handle,
  challenge: { challenge_hash: Buffer; user_id: string | null; expires_at: Timestamp },
): Promise<number> => global.run(build.insertInto('passkey_challenges').values(challenge));

/** @returns 1, or 0 if the challenge is unknown, was created for another user, has expired or is used */
export const consumeChallenge = (
  global: Handle,
  challenge: { challenge_hash: Buffer; user_id: string | null },
  now: Timestamp,
): Promise<number> =>
  global.run(sql`
    delete from passkey_challenges
    where challenge_hash = ${challenge.challenge_hash}::bytea and user_id is not distinct from ${challenge.user_id}::uuid and expires_at > ${now}`);

export const deleteOldChallenges = (global: Handle, now: Timestamp): Promise<number> =>
  global.run(sql`delete from passkey_challenges where expires_at <= ${now}::timestamptz`);

export interface PasskeyRow {
  id: string;
  name: string;
  created_at: Timestamp;
  last_used_at: Timestamp | null;
}

export interface StoredPasskey {
  id: string;
  user_id: string;
  credential_id: string;
  public_key: Buffer;
  counter: bigint;
  transports: string[];
}

export const insertPasskey = (
  tx: Transaction,
  passkey: StoredPasskey & { name: string },
  now: Timestamp,
): Promise<number> => tx.run(build.insertInto('passkeys').values({ ...passkey, created_at: now }));

/** Serializes registrations of one user. */
export const lockPasskeys = (tx: Transaction, user_id: string): Promise<unknown> =>
  tx.one(sql`select id from users where id = ${user_id} for no key update`);

export const findPasskey = (global: Handle, credential_id: string): Promise<StoredPasskey | undefined> =>
  global.first(
    build
      .selectFrom('passkeys')
      .select(['id', 'user_id', 'credential_id', 'public_key', 'counter', 'transports'])
      .where('credential_id', '=', credential_id),
  );

/** Whether the passkey exists. Locked, so that its deletion waits for the sign-in with it. */
export const hasPasskey = async (tx: Transaction, id: string): Promise<boolean> =>
  (await tx.first(sql`select id from passkeys where id = ${id} for key share`)) !== undefined;

/**
 * An authenticator without a counter always sends 0.
 * @returns 0 if the stored counter is equal or higher, or the passkey is deleted
 */
export const usePasskey = (global: Handle, use: { id: string; counter: bigint }, now: Timestamp): Promise<number> =>
  global.run(sql`
    update passkeys set counter = ${use.counter}::bigint, last_used_at = ${now}::timestamptz
    where id = ${use.id} and (counter = 0 or counter < ${use.counter}::bigint)`);

export const listCredentials = (
  global: Handle,
  user_id: string,
): Promise<{ credential_id: string; transports: string[] }[]> =>
  global.many(build.selectFrom('passkeys').select(['credential_id', 'transports']).where('user_id', '=', user_id));

const passkeysOf = (user_id: string) => build.selectFrom('passkeys as p').where('p.user_id', '=', user_id);
const listColumns = ['p.id', 'p.name', 'p.created_at', 'p.last_used_at'] as const;

export const findOwnPasskey = (
  global: Handle,
  passkey: { id: string; user_id: string },
): Promise<PasskeyRow | undefined> =>
  global.first(passkeysOf(passkey.user_id).select(listColumns).where('p.id', '=', passkey.id));

/** A page of a user's passkeys. */
export const passkeyList = (user_id: string) =>
  ({
    rows: passkeysOf(user_id).select(listColumns),
    count: passkeysOf(user_id).select(sql<bigint>`count(*)`.as('total')),
    keys: {
      created_at: { column: sql.ref('p.created_at'), type: 'timestamptz' },
      id: { column: sql.ref('p.id'), type: 'uuid' },
    },
  }) as const;

export const renamePasskey = (
  tx: Transaction,
  passkey: { id: string; user_id: string; name: string },
): Promise<PasskeyRow | undefined> =>
  tx.first(
    build
      .updateTable('passkeys as p')
      .set({ name: passkey.name })
      .where('p.id', '=', passkey.id)
      .where('p.user_id', '=', passkey.user_id)
      .returning(listColumns),
  );

export const deletePasskey = (
  tx: Transaction,
  passkey: { id: string; user_id: string },
): Promise<{ name: string } | undefined> =>
  tx.first(
    build.deleteFrom('passkeys').where('id', '=', passkey.id).where('user_id', '=', passkey.user_id).returning('name'),
  );

export const deletePasskeysOf = (tx: Transaction, user_id: string): Promise<{ name: string }[]> =>
  tx.many(build.deleteFrom('passkeys').where('user_id', '=', user_id).returning('name'));

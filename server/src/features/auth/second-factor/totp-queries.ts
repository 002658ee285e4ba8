import { sql } from 'kysely';
import type { Timestamp } from '../../../core/clock.ts';
import type { Handle, Transaction } from '../../../platform/database/handle.ts';
import { build } from '../../../platform/database/statement.ts';

export interface TotpFactor {
  user_id: string;
  /** Encrypted. */
  secret: string;
  confirmed_at: Timestamp | null;
}

export const findTotpFactor = (global: Handle, user_id: string): Promise<TotpFactor | undefined> =>
  global.first(
    build.selectFrom('totp_factors').select(['user_id', 'secret', 'confirmed_at']).where('user_id', '=', user_id),
  );

/** The factor that sign-ins need. */
export const findConfirmedFactor = (global: Handle, user_id: string): Promise<{ secret: string } | undefined> =>
  global.first(
    build
      .selectFrom('totp_factors')
      .select('secret')
      .where('user_id', '=', user_id)
      .where('confirmed_at', 'is not', null),
  );

/** Stores a new secret, replacing an unconfirmed one. @returns 0 if there is a confirmed one */
export const upsertUnconfirmed = (
  tx: Transaction,
  factor: { user_id: string; secret: string },
  now: Timestamp,
): Promise<number> =>
  tx.run(sql`
    insert into totp_factors (user_id, secret, created_at) values (${factor.user_id}, ${factor.secret}, ${now})
    on conflict (user_id) do update set secret = excluded.secret, created_at = excluded.created_at
    where totp_factors.confirmed_at is null`);

/** @returns 0 if the factor is confirmed already, or its secret was replaced */
export const confirmTotpFactor = (
  tx: Transaction,
  factor: { user_id: string; secret: string; step: number },
  now: Timestamp,
): Promise<number> =>
  tx.run(sql`
    update totp_factors set confirmed_at = ${now}, last_step = ${factor.step}::bigint
    where user_id = ${factor.user_id} and secret = ${factor.secret} and confirmed_at is null`);

interface UsedStep {
  user_id: string;
  secret: string;
  step: number;
  /** Of the request; `null` if it has no idempotency key. */
  key_hash: Buffer | null;
}

/**
 * @returns 1, or 0 if a code of this or a later time step was accepted before, unless by the same key, or the factor was
 * replaced
 */
export const consumeStep = (global: Handle, { user_id, secret, step, key_hash }: UsedStep): Promise<number> =>
  global.run(sql`
    update totp_factors set last_step = ${step}::bigint, last_key_hash = ${key_hash}::bytea
    where user_id = ${user_id} and secret = ${secret}
      and (last_step < ${step}::bigint or (last_step = ${step}::bigint and last_key_hash = ${key_hash}::bytea))`);

export const deleteTotpFactor = (tx: Transaction, user_id: string): Promise<number> =>
  tx.run(build.deleteFrom('totp_factors').where('user_id', '=', user_id));

interface UsedRecoveryCode {
  user_id: string;
  code_hash: Buffer;
  key_hash: Buffer | null;
  /** A code that was used after this moment by the same key may be sent again. */
  repeatable_since: Timestamp;
}

/** @returns 1, or 0 if the code is unknown, or was used, unless just now by the same key */
export const useRecoveryCode = (global: Handle, code: UsedRecoveryCode, now: Timestamp): Promise<number> =>
  global.run(sql`
    update recovery_codes set used_at = coalesce(used_at, ${now}::timestamptz), used_key_hash = ${code.key_hash}::bytea
    where user_id = ${code.user_id} and code_hash = ${code.code_hash}::bytea
      and (used_at is null or (used_at > ${code.repeatable_since}::timestamptz and used_key_hash = ${code.key_hash}::bytea))`);

export const deleteRecoveryCodes = (tx: Transaction, user_id: string): Promise<number> =>
  tx.run(build.deleteFrom('recovery_codes').where('user_id', '=', user_id));

export const insertRecoveryCodes = (
  tx: Transaction,
  { user_id, hashes }: { user_id: string; hashes: readonly Buffer[] },
  now: Timestamp,
): Promise<number> =>
  tx.run(
    build.insertInto('recovery_codes').values(hashes.map((code_hash) => ({ user_id, code_hash, created_at: now }))),
  );

export const countRecoveryCodes = async (global: Handle, user_id: string): Promise<number> =>
  (
    await global.one(sql<{ unused: number }>`
      select count(*)::int as unused from recovery_codes where user_id = ${user_id} and used_at is null`)
  ).unused;

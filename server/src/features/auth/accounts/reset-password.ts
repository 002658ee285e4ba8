import { randomBytes } from 'node:crypto';
import { addMs, type Clock, type Timestamp } from '../../../core/clock.ts';
import { normalEmail } from '../../../core/email.ts';
import { invalidField } from '../../../core/errors.ts';
import { no_merchant_id } from '../../../core/ids.ts';
import type { Language } from '../../../core/language.ts';
import type { Database, Transaction } from '../../../platform/database/handle.ts';
import { type MailNotice, queueMail, queueNotice } from '../../mail/queue-mail.ts';
import { updatePassword } from '../queries.ts';
import { deletePasskeysOf } from '../second-factor/passkey-queries.ts';
import { endAllSessions } from '../sessions/end-sessions.ts';
import { hashOfToken } from '../sessions/refresh-tokens.ts';
import { keepApiKeys, keysPage } from './kept-keys.ts';
import {
  deleteReset,
  deleteResetsOf,
  findUserByReset,
  insertReset,
  insertResetByEmail,
  type KeptKey,
  type ResettableUser,
} from './password-reset-queries.ts';
import { hashPassword } from './passwords.ts';
import { refuseGuessable } from './refuse-guessable.ts';

const lifetime_ms = 30 * 60 * 1_000;
/** Within this time, an account gets one mail at most. */
const mail_interval_ms = 5 * 60 * 1_000;

interface ResetRequest {
  email: string;
  language: Language;
  secret: string;
  /** The address of the page; the token is appended. */
  page: string;
}

/**
 * Queues a mail with a link to reset the password.
 * Runs the same statements whether or not the account exists, so that neither the response nor its time reveals it.
 */
export async function requestPasswordReset(database: Database, request: ResetRequest, now: Timestamp): Promise<void> {
  const email = normalEmail(request.email);
  const token = randomBytes(32).toString('base64url');
  const token_hash = hashOfToken(token);
  const expires_at = addMs(now, lifetime_ms);
  const link = `${request.page}#token=${token}`;
  await database.transaction(no_merchant_id, async (tx) => {
    await insertResetByEmail(tx, { email, token_hash, expires_at, not_since: addMs(now, -mail_interval_ms) }, now);
    const mail = {
      to: email,
      message: { kind: 'password-reset', link },
      language: request.language,
      merchant_id: null,
    } as const;
    await queueMail(tx, request.secret, { ...mail, expires_at, reset_hash: token_hash }, now);
  });
}

/** Creates a reset link for an owner to hand over to this user. @returns the token; only its hash is stored */
export async function issuePasswordReset(
  tx: Transaction,
  user_id: string,
  now: Timestamp,
): Promise<{ token: string; expires_at: Timestamp }> {
  const token = randomBytes(32).toString('base64url');
  const expires_at = addMs(now, lifetime_ms);
  await insertReset(tx, { user_id, token_hash: hashOfToken(token), expires_at }, now);
  return { token, expires_at };
}

const invalidToken = () =>
  invalidField('token', 'is not valid any more: the link was used or replaced, or is older than 30 minutes');

interface Services {
  database: Database;
  clock: Clock;
  secret: string;
  config: { common_passwords: boolean; password_hash_memory_kib: number };
}

export interface PreparedReset {
  user: ResettableUser;
  token_hash: Buffer;
  password_hash: string;
}

/**
 * Checks the link and hashes the password. Runs before the transaction, so that hashing holds no connection.
 * @throws AppError VALIDATION_ERROR on `token` or the password
 */
export async function prepareReset(
  { database, clock, config }: Services,
  input: { token: string; password: string; address: string },
): Promise<PreparedReset> {
  const token_hash = hashOfToken(input.token);
  const user = await findUserByReset(database.global, token_hash, clock.now());
  if (user === undefined) throw invalidToken();
  refuseGuessable(config, 'password', { password: input.password, email: user.email, name: user.name });
  return {
    user,
    token_hash,
    password_hash: await hashPassword(input.password, config.password_hash_memory_kib, input.address),
  };
}

/**
 * Replaces a forgotten password. Ends all sessions, invalidates the account's other reset links, and removes its passkeys,
 * because a thief of the old password may have added one.
 * @returns the ids of the ended sessions, the number of removed passkeys, and the API keys that still work
 * @throws AppError VALIDATION_ERROR if the link was used meanwhile
 */
export async function resetPassword(
  tx: Transaction,
  { user, token_hash, password_hash }: PreparedReset,
  { address, notice }: { address: string; notice: MailNotice | undefined },
  now: Timestamp,
): Promise<{ ended: string[]; passkeys: number; api_keys: KeptKey[] }> {
  if ((await deleteReset(tx, token_hash)) === 0) throw invalidToken();
  await deleteResetsOf(tx, user.id);
  await updatePassword(tx, { id: user.id, password_hash }, now);
  const removed = await deletePasskeysOf(tx, user.id);
  const ended = await endAllSessions(tx, { user_id: user.id }, now);
  const entry = { subject_id: user.id, by: { user_id: user.id, address }, now };
  await tx.withTenant(user.home_merchant_id, async (own) => {
    own.audit({ ...entry, action: 'password.reset' });
    for (const { name } of removed) own.audit({ ...entry, action: 'passkey.removed', before: { name } });
  });
  // After the sessions have ended: none of them can create another key.
  const api_keys = await keepApiKeys(tx, user, entry.by, now);
  const passkeys = removed.length;
  if (notice !== undefined) {
    const keys_page = notice.pageOf(keysPage);
    const message = { kind: 'password-changed', how: 'reset', passkeys, api_keys, keys_page } as const;
    await queueNotice(tx, notice, { to: user.email, message }, now);
  }
  return { ended, passkeys, api_keys };
}

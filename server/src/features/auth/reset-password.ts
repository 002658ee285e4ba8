import type { Clock, Timestamp } from '../../core/clock.ts';
import { invalidField } from '../../core/errors.ts';
import type { Database, Transaction } from '../../platform/database/handle.ts';
import { type MailNotice, queueNotice } from '../mail/queue-mail.ts';
import { endAllSessions } from './end-sessions.ts';
import { deleteReset, deleteResetsOf, findUserByReset, type ResettableUser } from './password-reset-queries.ts';
import { hashPassword } from './passwords.ts';
import { updatePassword } from './queries.ts';
import { hashOfToken } from './refresh-tokens.ts';
import { refuseGuessable } from './refuse-guessable.ts';

const invalidToken = () => invalidField('token', 'is not valid any more: the link was used or replaced, or is older than 30 minutes');

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
 * Hashes before the transaction, so that no connection is held meanwhile.
 * @throws AppError VALIDATION_ERROR on `token` or the password
 */
export async function prepareReset(
  { database, clock, config }: Services,
  given: { token: string; password: string; address: string },
): Promise<PreparedReset> {
  const token_hash = hashOfToken(given.token);
  const user = await findUserByReset(database.global, token_hash, clock.now());
  if (user === undefined) throw invalidToken();
  refuseGuessable(config, 'password', { password: given.password, email: user.email, name: user.name });
  return { user, token_hash, password_hash: await hashPassword(given.password, config.password_hash_memory_kib, given.address) };
}

/**
 * Replaces a forgotten password. Ends all sessions and invalidates the account's other reset links.
 * @returns the ids of the ended sessions
 * @throws AppError VALIDATION_ERROR if the link was used meanwhile
 */
export async function resetPassword(
  tx: Transaction,
  { user, token_hash, password_hash }: PreparedReset,
  { address, notice }: { address: string; notice: MailNotice | undefined },
  now: Timestamp,
): Promise<string[]> {
  if ((await deleteReset(tx, token_hash)) === 0) throw invalidToken();
  await deleteResetsOf(tx, user.id);
  await updatePassword(tx, { id: user.id, password_hash }, now);
  const ended = await endAllSessions(tx, { user_id: user.id }, now);
  const by = { user_id: user.id, address };
  await tx.withTenant(user.home_merchant_id, async (own) => own.audit({ action: 'password.reset', subject_id: user.id, by, now }));
  if (notice !== undefined) {
    await queueNotice(tx, notice, { to: user.email, message: { kind: 'password-changed' } }, now);
  }
  return ended;
}

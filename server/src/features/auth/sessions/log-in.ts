import type { Timestamp } from '../../../core/clock.ts';
import { normalEmail } from '../../../core/email.ts';
import { AppError, MissingSecondFactor } from '../../../core/errors.ts';
import type { Database } from '../../../platform/database/handle.ts';
import { hashPassword, isWeaker, verifyPassword } from '../accounts/passwords.ts';
import { findUserByEmail, type User } from '../queries.ts';
import { hasTotp, useCode } from '../second-factor/check-factor.ts';
import { type Device, startSession } from './start-session.ts';

export interface LogIn extends Device {
  email: string;
  password: string;
  /** From the authenticator app, or a recovery code; needed if the account has one. */
  code: string | undefined;
  /** Sent again with the same key, the same code is accepted once more. */
  idempotency_key?: string | undefined;
  password_hash_memory_kib: number;
  service_secret: string;
}

/**
 * Starts a session.
 * @throws AppError INVALID_CREDENTIALS, the same for an unknown e-mail and a wrong password; with a detail on `code` if
 * only the code is missing or wrong
 */
export async function logIn(database: Database, input: LogIn, now: Timestamp) {
  const user = await findByPassword(database, input, now);
  if (await hasTotp(database.global, user.id)) {
    if (input.code === undefined || input.code.trim() === '') throw missingCode();
    const owner = { user_id: user.id, service_secret: input.service_secret };
    if (!(await useCode(database.global, owner, { code: input.code, idempotency_key: input.idempotency_key }, now))) {
      auditFailedLogin(database, user, input.address, now);
      throw wrongCode();
    }
  }
  // A new hash needs the plain password, which a login has. Hashing runs before the transaction, so that it holds no
  // connection.
  const memory_kib = input.password_hash_memory_kib;
  const rehashed = isWeaker(user.password_hash, memory_kib)
    ? await hashPassword(input.password, memory_kib)
    : undefined;
  const started = await startSession(database, user, input, now, { rehashed });
  if (started !== undefined) return started;
  // The hash was changed meanwhile: to another password, or by another sign-in that renewed it.
  const again = await startSession(database, await findByPassword(database, input, now), input, now);
  if (again === undefined) throw wrongPassword();
  return again;
}

const wrongPassword = () => new AppError('INVALID_CREDENTIALS', 'E-mail or password is wrong');

/** @throws AppError INVALID_CREDENTIALS */
async function findByPassword(database: Database, input: LogIn, now: Timestamp): Promise<User> {
  const { email, password, password_hash_memory_kib, address } = input;
  const user = await findUserByEmail(database.global, normalEmail(email));
  const matches = await verifyPassword(user?.password_hash, password, password_hash_memory_kib, address);
  if (user !== undefined && !matches) auditFailedLogin(database, user, address, now);
  if (user === undefined || !matches) throw wrongPassword();
  return user;
}

const missingCode = () =>
  new MissingSecondFactor('INVALID_CREDENTIALS', 'A code is needed, too', [
    { field: 'code', message: 'is needed: six digits of your authenticator app, or a recovery code' },
  ]);

const wrongCode = () =>
  new AppError('INVALID_CREDENTIALS', 'The code is wrong', [
    { field: 'code', message: 'is wrong or was used already' },
  ]);

/**
 * Writes a failed attempt to the audit trail. Not awaited, so that the response time does not reveal whether the
 * account exists.
 */
function auditFailedLogin(
  database: Database,
  user: { id: string; home_merchant_id: string },
  address: string,
  now: Timestamp,
): void {
  const by = { user_id: null, address };
  database
    .transaction(user.home_merchant_id, async (tx) =>
      tx.audit({ action: 'session.refused', subject_id: user.id, by, now }),
    )
    .catch(() => undefined);
}

import type { Timestamp } from '../../core/clock.ts';
import { normalEmail } from '../../core/email.ts';
import { AppError, MissingProof } from '../../core/errors.ts';
import type { Database } from '../../platform/database/handle.ts';
import { hasTotp, useCode } from '../second-factor/check-factor.ts';
import { hashPassword, isWeaker, verifyPassword } from './passwords.ts';
import { findUserByEmail } from './queries.ts';
import { type Device, startSession } from './start-session.ts';

export interface LogIn extends Device {
  email: string;
  password: string;
  /** From the authenticator app, or a recovery code; needed if the account has one. */
  code: string | undefined;
  password_hash_memory_kib: number;
  service_secret: string;
}

/**
 * Begins a session.
 * @throws AppError INVALID_CREDENTIALS, the same for an unknown e-mail and a wrong password; with a detail on `code`
 * once the password is right
 */
export async function logIn(database: Database, input: LogIn, now: Timestamp) {
  const user = await findUserByEmail(database.global, normalEmail(input.email));
  const matches = await verifyPassword(
    user?.password_hash,
    input.password,
    input.password_hash_memory_kib,
    input.address,
  );
  if (user !== undefined && !matches) noteRefused(database, user, input.address, now);
  if (user === undefined || !matches) throw new AppError('INVALID_CREDENTIALS', 'E-mail or password is wrong');
  if (await hasTotp(database.global, user.id)) {
    if (input.code === undefined || input.code.trim() === '') throw codeMissing();
    const owner = { user_id: user.id, service_secret: input.service_secret };
    if (!(await useCode(database.global, owner, input.code, now))) {
      noteRefused(database, user, input.address, now);
      throw codeWrong();
    }
  }
  const { password_hash: was } = user;
  // Only here is the plain password available. Hashing runs before the transaction, so it holds no connection.
  const memory_kib = input.password_hash_memory_kib;
  const stronger = isWeaker(was, memory_kib) ? await hashPassword(input.password, memory_kib) : undefined;
  return startSession(database, user, input, now, { rehashed: stronger });
}

const codeMissing = () =>
  new MissingProof('INVALID_CREDENTIALS', 'A code is needed, too', [
    { field: 'code', message: 'is needed: six digits of your authenticator app, or a recovery code' },
  ]);

const codeWrong = () =>
  new AppError('INVALID_CREDENTIALS', 'The code is wrong', [
    { field: 'code', message: 'is wrong or was used already' },
  ]);

/**
 * Writes a failed attempt to the audit trail. Not awaited, so that the response time does not reveal whether the
 * account exists.
 */
function noteRefused(
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

import type { Timestamp } from '../../../core/clock.ts';
import { AppError, invalidInput } from '../../../core/errors.ts';
import type { Database } from '../../../platform/database/handle.ts';
import { verifyPassword } from '../accounts/passwords.ts';
import { getUser, type User } from '../queries.ts';
import { useCode } from './check-factor.ts';

export interface IdentityProof {
  user_id: string;
  password: string;
  /** The name of the request's field that holds the password. */
  field?: string;
  /** From the authenticator app, or a recovery code; checked only if given. */
  code?: string;
}

interface IdentityServices {
  database: Database;
  password_hash_memory_kib: number;
  service_secret: string;
  session_id: string;
  /** The network address of the request. */
  address: string;
  /** Runs an attempt and counts failures; rejects further attempts after too many. */
  guard<T>(account: string, attempt: () => Promise<T>): Promise<T>;
}

/**
 * Checks a signed-in user's password again before a change that could give another person access. Call it
 * before a transaction is open, because it writes an audit entry for a wrong password.
 * @throws AppError VALIDATION_ERROR on the wrong field, or RATE_LIMITED after too many guesses
 */
export async function confirmIdentity(services: IdentityServices, input: IdentityProof, now: Timestamp): Promise<User> {
  const { database, password_hash_memory_kib, service_secret, guard, session_id, address } = services;
  const { user_id, password, field = 'password', code } = input;
  const user = await getUser(database.global, user_id);
  await guard(user.email, async () => {
    if (!(await verifyPassword(user.password_hash, password, password_hash_memory_kib))) {
      const entry = { action: 'password.refused', subject_id: user_id, by: { user_id, session_id, address }, now };
      await database.transaction(user.home_merchant_id, async (tx) => tx.audit(entry));
      throw wrongProof(field, 'is not your password');
    }
    if (code !== undefined && !(await useCode(database.global, { user_id, service_secret }, { code }, now))) {
      throw wrongProof('code', 'is wrong or was used already');
    }
  }).catch(asWrongField);
  return user;
}

/** The user is signed in, so wrong credentials are reported as a wrong field. */
export function asWrongField(error: unknown): never {
  if (error instanceof AppError && error.code === 'INVALID_CREDENTIALS') throw invalidInput(error.details);
  throw error;
}

const wrongProof = (field: string, message: string) =>
  new AppError('INVALID_CREDENTIALS', 'The proof is wrong', [{ field, message }]);

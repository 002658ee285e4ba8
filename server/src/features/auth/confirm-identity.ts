import type { Timestamp } from '../../core/clock.ts';
import { AppError, invalidInput } from '../../core/errors.ts';
import type { Database } from '../../platform/database/handle.ts';
import { useCode } from '../second-factor/check-factor.ts';
import { verifyPassword } from './passwords.ts';
import { getUser, type User } from './queries.ts';

export interface Proof {
  user_id: string;
  password: string;
  /** The name of the request's field that holds the password. */
  field?: string;
  /** From the authenticator app, or a recovery code; checked only if given. */
  code?: string;
}

interface Means {
  database: Database;
  password_hash_memory_kib: number;
  service_secret: string;
  /** Counts the attempt, and rejects it after too many. */
  guard<T>(account: string, attempt: () => Promise<T>): Promise<T>;
}

/**
 * Asks a signed-in user for the password again before a change that could give others access. Opens no transaction.
 * @throws AppError VALIDATION_ERROR on the wrong field, or RATE_LIMITED after too many guesses
 */
export async function confirmIdentity(means: Means, proof: Proof, now: Timestamp): Promise<User> {
  const { database, password_hash_memory_kib, service_secret, guard } = means;
  const { user_id, password, field = 'password', code } = proof;
  const user = await getUser(database.global, user_id);
  await guard(user.email, async () => {
    if (!(await verifyPassword(user.password_hash, password, password_hash_memory_kib)))
      throw wrong(field, 'is not your password');
    if (code !== undefined && !(await useCode(database.global, { user_id, service_secret }, code, now))) {
      throw wrong('code', 'is wrong or was used already');
    }
  }).catch(asWrongField);
  return user;
}

/** For a signed-in user this is a wrong field, not a reason to sign in again. */
export function asWrongField(error: unknown): never {
  if (error instanceof AppError && error.code === 'INVALID_CREDENTIALS') throw invalidInput(error.details);
  throw error;
}

const wrong = (field: string, message: string) =>
  new AppError('INVALID_CREDENTIALS', 'The proof is wrong', [{ field, message }]);

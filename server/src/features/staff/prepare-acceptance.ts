import type { Clock } from '../../core/clock.ts';
import { invalidField, ValidationErrors } from '../../core/errors.ts';
import type { Database } from '../../platform/database/handle.ts';
import { findUserByEmail } from '../auth/queries.ts';
import { hashPassword } from '../auth/passwords.ts';
import { refuseGuessable } from '../auth/refuse-guessable.ts';
import { type Accepting, mustSignIn } from './accept-invitation.ts';
import type { InvitationKey } from './invitation-token.ts';
import { openInvitation } from './open-invitation.ts';

export interface SignedIn {
  user_id: string;
  session_id: string;
}

interface Acceptance {
  token: string;
  password?: string;
  name?: string;
}

interface Services {
  database: Database;
  clock: Clock;
  config: { common_passwords: boolean; password_hash_memory_kib: number };
}

/**
 * Does the slow work before the transaction: hashing a password must not hold a connection.
 * Without password and session the result does not depend on whether the address has an account, so that an inviter
 * cannot find out.
 * @throws AppError VALIDATION_ERROR, UNAUTHENTICATED if the address has an account and the request no session
 */
export async function prepareAcceptance(
  { database, clock, config }: Services,
  { token, password, name }: Acceptance,
  account: SignedIn | undefined,
  address: string,
): Promise<InvitationKey & { accepting: Accepting }> {
  const { key, invitation } = await openInvitation(database, token, clock.now());
  if (account !== undefined) {
    refuseWhatAnAccountHas({ password, name });
    return { ...key, accepting: account };
  }
  if (password === undefined) throw invalidField('password', 'is required for a new account; with an account, sign in and accept with it');
  refuseGuessable(config, 'password', { password, email: invitation.email, name: name ?? invitation.name });
  if ((await findUserByEmail(database.global, invitation.email)) !== undefined) throw mustSignIn();
  return { ...key, accepting: { password_hash: await hashPassword(password, config.password_hash_memory_kib, address), name } };
}

function refuseWhatAnAccountHas(given: Readonly<Record<string, unknown>>): void {
  const errors = new ValidationErrors();
  for (const [field, value] of Object.entries(given)) if (value !== undefined) errors.add(field, 'must be left out: your account has one');
  errors.throwIfAny();
}

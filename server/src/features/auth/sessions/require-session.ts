import type { Timestamp } from '../../../core/clock.ts';
import { AppError, invalidState } from '../../../core/errors.ts';
import type { Transaction } from '../../../platform/database/handle.ts';
import { lockPassword } from '../queries.ts';
import { lockOpenSession } from './session-queries.ts';

/**
 * Checks in the transaction of a change that gives access to an account or a shop, that the session of its request is
 * still open. What ends the session waits until the transaction ends. So a request that began before a sign-out or a
 * reset of the password leaves nothing behind after it.
 * @param session_id `undefined` for a request of an API key
 * @throws AppError UNAUTHENTICATED
 */
export async function requireOpenSession(
  tx: Transaction,
  session_id: string | undefined,
  now: Timestamp,
): Promise<void> {
  if (session_id !== undefined && (await lockOpenSession(tx, session_id, now)) === undefined)
    throw new AppError('UNAUTHENTICATED', 'The session has ended');
}

/** The session of a request, and its user as read when the request began. */
export interface CheckedUser {
  user_id: string;
  session_id: string;
  password_hash: string;
}

/**
 * The same for a change of the user's own account, whose password must not have changed either: the session that
 * changed it stays open.
 * @throws AppError UNAUTHENTICATED, INVALID_STATE if the password was changed meanwhile
 */
export async function requireUnchangedUser(
  tx: Transaction,
  { user_id, session_id, password_hash }: CheckedUser,
  now: Timestamp,
): Promise<void> {
  const current = await lockPassword(tx, user_id);
  await requireOpenSession(tx, session_id, now);
  if (current.password_hash !== password_hash) throw invalidState('The password was changed meanwhile: try again');
}

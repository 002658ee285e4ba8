import type { Transaction } from '../../db/handle.ts';
import type { Timestamp } from '../../kernel/clock.ts';
import { endOtherSessions, updatePassword } from './queries.ts';

interface PasswordChange {
  user_id: string;
  /** The session that goes on; all others end, since one of them may be the reason for the change. */
  session_id: string;
  password_hash: string;
}

/** @returns the sessions that ended */
export async function changePassword(tx: Transaction, change: PasswordChange, now: Timestamp): Promise<string[]> {
  await updatePassword(tx, { id: change.user_id, password_hash: change.password_hash }, now);
  return endOtherSessions(tx, { user_id: change.user_id, session_id: change.session_id }, now);
}

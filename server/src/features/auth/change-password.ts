import type { Transaction } from '../../db/handle.ts';
import type { Timestamp } from '../../kernel/clock.ts';
import { endOtherSessions, updatePassword } from './queries.ts';

interface PasswordChange {
  user_id: string;
  /** The session that goes on; all others end, since one of them may be the reason for the change. */
  session_id: string;
  password_hash: string;
  home_merchant_id: string;
  /** The network address that the request came from. */
  address: string;
}

/** @returns the sessions that ended */
export async function changePassword(
  tx: Transaction,
  { password_hash, home_merchant_id, ...by }: PasswordChange,
  now: Timestamp,
): Promise<string[]> {
  await updatePassword(tx, { id: by.user_id, password_hash }, now);
  await tx.actingFor(home_merchant_id, async (own) => own.note({ action: 'password.changed', subject_id: by.user_id, by, now }));
  return endOtherSessions(tx, by, now);
}

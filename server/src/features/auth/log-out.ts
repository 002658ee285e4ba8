import type { Timestamp } from '../../core/clock.ts';
import type { Database } from '../../platform/database/handle.ts';
import { getUser } from './queries.ts';
import { endOwnSession } from './session-queries.ts';

interface SignedIn {
  user_id: string;
  session_id: string;
  address: string;
}

/** Ends one of the user's own sessions. @returns whether it was still open */
export async function logOut(database: Database, by: SignedIn, { ended_id, now }: { ended_id: string; now: Timestamp }): Promise<boolean> {
  const { home_merchant_id } = await getUser(database.global, by.user_id);
  return database.transaction(home_merchant_id, async (tx) => {
    if ((await endOwnSession(tx, { id: ended_id, user_id: by.user_id }, now)) === 0) return false;
    tx.audit({ action: 'session.ended', subject_id: by.user_id, before: { session_id: ended_id }, by, now });
    return true;
  });
}

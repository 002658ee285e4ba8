import type { Database } from '../../db/handle.ts';
import type { Timestamp } from '../../kernel/clock.ts';
import { nobody } from '../../kernel/ids.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { endSession, lockSessionByToken, rotateToken } from './queries.ts';
import { expiryFrom, hashOfToken, newRefreshToken } from './refresh-tokens.ts';

interface Refresh {
  refresh_token: string;
  /** Also puts a new token in the place of the one shown. */
  rotate: boolean;
}

export interface RefreshedSession {
  session_id: string;
  user_id: string;
  /** The new one, where one was asked for. */
  refresh_token?: string;
}

/**
 * Continues a session. A token that was rotated away ends it: whoever shows one has stolen it, or was stolen from.
 * @throws Refusal UNAUTHENTICATED, alike for a token that is unknown, expired, ended or rotated away
 */
export async function refreshSession(database: Database, { refresh_token, rotate }: Refresh, now: Timestamp): Promise<RefreshedSession> {
  const refreshed = await database.transaction<RefreshedSession | undefined>(nobody, async (tx) => {
    const session = await lockSessionByToken(tx, hashOfToken(refresh_token), now);
    if (session === undefined) return undefined;
    const { id: session_id, user_id } = session;
    if (!session.is_current) {
      await endSession(tx, session_id, now);
      return undefined;
    }
    if (!rotate) return { session_id, user_id };
    const fresh = newRefreshToken();
    await rotateToken(tx, { session_id, refresh_hash: hashOfToken(fresh), expires_at: expiryFrom(now) });
    return { session_id, user_id, refresh_token: fresh };
  });
  // Only now: thrown inside, it would undo the ending of the session.
  if (refreshed === undefined) throw new Refusal('UNAUTHENTICATED', 'The refresh token is not valid');
  return refreshed;
}

import type { Timestamp } from '../../../core/clock.ts';
import { AppError } from '../../../core/errors.ts';
import { no_merchant_id } from '../../../core/ids.ts';
import type { Database, Transaction } from '../../../platform/database/handle.ts';
import { getPerson } from '../queries.ts';
import { expiryFrom, hashOfToken, newRefreshToken } from './refresh-tokens.ts';
import * as queries from './session-queries.ts';
import { rotation_grace_ms, tokensAtMost } from './session-rules.ts';

interface Refresh {
  refresh_token: string;
  /** Also replaces the given refresh token by a new one. */
  rotate: boolean;
  /** The network address that the request came from. */
  address: string;
}

export interface RefreshedSession {
  session_id: string;
  user_id: string;
  /** Only with `rotate`. */
  refresh_token?: string;
}

const retiredTokensKept = 100;
const touch_after_ms = 60_000;

/**
 * Refreshes a session. If the token was replaced longer ago than the grace period, the session ends: the client has a
 * newer token, so another program uses a stolen one.
 * @throws AppError UNAUTHENTICATED, the same for an unknown, expired, ended or rotated token
 */
export async function refreshSession(database: Database, input: Refresh, now: Timestamp): Promise<RefreshedSession> {
  const refreshed = await database.transaction<RefreshedSession | undefined>(no_merchant_id, async (tx) => {
    const token_hash = hashOfToken(input.refresh_token);
    const session = await queries.lockSessionByToken(tx, token_hash, now);
    if (session === undefined) return undefined;
    const token = await queries.findToken(tx, token_hash);
    if (token === undefined) return undefined;
    const { id: session_id, user_id, last_used_at } = session;
    if (token.retired_at !== null && Date.parse(now) - Date.parse(token.retired_at) > rotation_grace_ms) {
      await queries.endSession(tx, session_id, now);
      const { home_merchant_id } = await getPerson(tx, user_id);
      const by = { user_id: null, address: input.address };
      await tx.withTenant(home_merchant_id, async (own) =>
        own.audit({ action: 'session.token_reused', subject_id: user_id, before: { session_id }, by, now }),
      );
      return undefined;
    }
    if (last_used_at === null || Date.parse(now) - Date.parse(last_used_at) > touch_after_ms) {
      await queries.touchSession(tx, { id: session_id, address: input.address }, now);
    }
    if (!input.rotate) return { session_id, user_id };
    const refresh_token = await rotate(tx, { session_id, token_hash }, now);
    return refresh_token === undefined ? undefined : { session_id, user_id, refresh_token };
  });
  // Thrown after the transaction: inside, it would roll back the ending of the session.
  if (refreshed === undefined) throw new AppError('UNAUTHENTICATED', 'The refresh token is not valid');
  return refreshed;
}

/** @returns the token that replaces the given one; `undefined` if the session has too many valid tokens */
async function rotate(
  tx: Transaction,
  { session_id, token_hash }: { session_id: string; token_hash: Buffer },
  now: Timestamp,
) {
  await queries.retireToken(tx, token_hash, now);
  if ((await queries.countTokens(tx, session_id)) >= tokensAtMost) return undefined;
  const new_token = newRefreshToken();
  await queries.insertToken(tx, { token_hash: hashOfToken(new_token), session_id }, now);
  await queries.extendSession(tx, { id: session_id, expires_at: expiryFrom(now) });
  await queries.deleteOldestRetired(tx, session_id, retiredTokensKept);
  return new_token;
}

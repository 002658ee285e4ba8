import { addMs, type Timestamp } from '../../../core/clock.ts';
import type { Database, Handle, Transaction } from '../../../platform/database/handle.ts';
import { deleteOldFailures } from '../pins/pin-queries.ts';
import { deleteKnownDevices, deleteKnownDevicesOfMerchant, getPerson } from '../queries.ts';
import { removeOldChallenges } from '../second-factor/register-passkey.ts';
import {
  deleteOldSessions,
  deleteOldTokens,
  endOwnSession,
  endPinSessions,
  endSessionsOf,
  endSessionsOfMerchant,
} from './session-queries.ts';

interface SignedIn {
  user_id: string;
  session_id: string;
  address: string;
}

/**
 * Ends all sessions of a user at the user's own request, and deletes their known devices.
 * @returns the ids of the ended sessions
 */
export async function signOutEverywhere(
  database: Database,
  by: SignedIn,
  { keep_current, now }: { keep_current: boolean; now: Timestamp },
): Promise<string[]> {
  const { home_merchant_id } = await getPerson(database.global, by.user_id);
  return database.transaction(home_merchant_id, async (tx) => {
    const ended = await endAllSessions(
      tx,
      { user_id: by.user_id, ...(keep_current ? { keep_id: by.session_id } : {}) },
      now,
    );
    if (ended.length > 0) {
      tx.audit({ action: 'session.all_ended', subject_id: by.user_id, before: { sessions: ended.length }, by, now });
    }
    return ended;
  });
}

/**
 * Like `signOutEverywhere`, but without an audit entry: the caller writes one.
 * @returns the ids of the ended sessions
 */
export async function endAllSessions(
  tx: Transaction,
  scope: { user_id: string; keep_id?: string },
  now: Timestamp,
): Promise<string[]> {
  await deleteKnownDevices(tx, scope.user_id);
  return endSessionsOf(tx, scope, now);
}

/** Ends a member's sessions by PIN at the merchant. */
export async function endSessionsByPin(tx: Transaction, user_id: string, now: Timestamp): Promise<void> {
  await endPinSessions(tx, user_id, now);
}

/**
 * For the operator: ends the sessions of all users whose home is the merchant, and deletes their known devices. Writes
 * one audit entry for each user.
 * @returns the number of ended sessions
 */
export function signOutMerchant(database: Database, merchant_id: string, now: Timestamp): Promise<number> {
  return database.transaction(merchant_id, async (tx) => {
    await deleteKnownDevicesOfMerchant(tx);
    const ended = await endSessionsOfMerchant(tx, now);
    for (const [user_id, sessions] of Map.groupBy(ended, (session) => session.user_id)) {
      tx.audit({
        action: 'session.all_ended',
        subject_id: user_id,
        before: { sessions: sessions.length },
        by: { user_id: null },
        now,
      });
    }
    return ended.length;
  });
}

const retention_ms = 30 * 24 * 60 * 60 * 1_000;

/**
 * Maintenance task: deletes sessions of the merchant's users that ended or expired thirty days ago, expired passkey
 * challenges and old counts of wrong PINs.
 */
export function removeOldSessions({ merchant_id }: Handle, now: Timestamp, database: Database): Promise<number> {
  const before = addMs(now, -retention_ms);
  return database.transaction(merchant_id, async (tx) => {
    await removeOldChallenges(tx, now);
    await deleteOldFailures(tx);
    await deleteOldTokens(tx, before);
    return deleteOldSessions(tx, before);
  });
}

interface SignedIn {
  user_id: string;
  session_id: string;
  address: string;
}

/** Ends one of the user's own sessions. @returns whether it was still open */
export async function logOut(
  database: Database,
  by: SignedIn,
  { ended_id, now }: { ended_id: string; now: Timestamp },
): Promise<boolean> {
  const { home_merchant_id } = await getPerson(database.global, by.user_id);
  return database.transaction(home_merchant_id, async (tx) => {
    if ((await endOwnSession(tx, { id: ended_id, user_id: by.user_id }, now)) === 0) return false;
    tx.audit({ action: 'session.ended', subject_id: by.user_id, before: { session_id: ended_id }, by, now });
    return true;
  });
}

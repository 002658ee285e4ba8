import type { Timestamp } from '../../core/clock.ts';
import type { Database, Handle } from '../../platform/database/handle.ts';
import * as sessions from './end-sessions.ts';
import { findSoleMerchant } from './password-reset-queries.ts';
import { limitHashes } from './passwords.ts';
import * as queries from './queries.ts';
import { countSessions as countSessionRows, findSession as findSessionRow } from './session-queries.ts';

/** What other features may ask of this one. */

/** Limits how many passwords this process hashes at the same time. */
export const limitPasswordHashes = (hashes: number): void => limitHashes(hashes);

/** The devices of these users, to send messages to. */
export const listAddresses = (global: Handle, user_ids: readonly string[]): Promise<queries.DeviceAddress[]> =>
  queries.listAddresses(global, user_ids);

export const findAddresses = (global: Handle, ids: readonly string[]): Promise<queries.DeviceAddress[]> =>
  queries.findAddresses(global, ids);

export type { DeviceAddress } from './queries.ts';

export const findSession = (global: Handle, session_id: string, now: Timestamp) => findSessionRow(global, session_id, now);

/** Maintenance task. */
export const removeOldSessions = (db: Handle, now: Timestamp, database: Database): Promise<number> =>
  sessions.removeOldSessions(database, db.merchant_id, now);

/** For the operator. */
export const countSessions = (global: Handle, now: Timestamp): Promise<{ sessions: number; people: number }> =>
  countSessionRows(global, now);

export const signOutMerchant = (database: Database, merchant_id: string, now: Timestamp): Promise<number> =>
  sessions.signOutMerchant(database, merchant_id, now);

/** The account with an e-mail as returned by `normalEmail`. */
export const findAccount = (global: Handle, email: string): Promise<queries.User | undefined> => queries.findUserByEmail(global, email);

export const getAccount = (global: Handle, user_id: string): Promise<queries.User> => queries.getUser(global, user_id);

/** Whether the account was created for this merchant and never joined another. */
export const worksHereAlone = async (db: Handle, user_id: string): Promise<boolean> =>
  (await findSoleMerchant(db, user_id)).sole_merchant_id === db.merchant_id;

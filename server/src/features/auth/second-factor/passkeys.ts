import type { Timestamp } from '../../../core/clock.ts';
import { invalidField, invalidState } from '../../../core/errors.ts';
import type { Database, Transaction } from '../../../platform/database/handle.ts';
import { getUser } from '../queries.ts';
import { type CheckedUser, requireUnchangedUser } from '../sessions/require-session.ts';
import { getSessionAge, markByPasskey } from '../sessions/session-queries.ts';
import { type Device, startSession } from '../sessions/start-session.ts';
import { beginPasskeySignIn as beginSignIn, checkPasskey, notAccepted, type SignedChallenge } from './check-factor.ts';
import * as passkeys from './register-passkey.ts';

/** Passkeys of an account, with their audit entries. */

export interface Owner extends CheckedUser {
  home_merchant_id: string;
  address: string;
}

interface RequestOrigin {
  public_url: string | undefined;
  /** The request's Host. */
  host: string;
}

/** @throws AppError INVALID_STATE if the page's address is not https, where browsers offer no passkeys */
export function siteOf({ public_url, host }: RequestOrigin) {
  const site = passkeys.findSite(public_url, host);
  if (site === undefined)
    throw invalidState('Passkeys work on https only: the service has to know its address (PUBLIC_URL)');
  return site;
}

const recent_ms = 10 * 60 * 1_000;

/** Whether the session is so new that the password is not required again. */
export async function isRecentSignIn(database: Database, session_id: string, now: Timestamp): Promise<boolean> {
  const { created_at } = await getSessionAge(database.global, session_id);
  return Date.parse(now) - Date.parse(created_at) <= recent_ms;
}

export const passwordRequired = () => invalidField('password', 'is needed: the sign-in was more than ten minutes ago');

const writeAudit = (
  tx: Transaction,
  owner: Owner,
  note: { action: string; before?: object; after?: object },
  now: Timestamp,
): Promise<void> =>
  tx.withTenant(owner.home_merchant_id, async (own) => {
    const { user_id, session_id, address } = owner;
    own.audit({ ...note, subject_id: user_id, by: { user_id, session_id, address }, now });
  });

type VerifiedCredential = Awaited<ReturnType<typeof passkeys.checkNewCredential>>;

/**
 * Also marks the current session as confirmed by a passkey, as if it had begun with one.
 * @throws AppError as `requireUnchangedUser`: a password reset removes passkeys
 */
export async function addPasskey(
  tx: Transaction,
  owner: Owner,
  { checked, name }: { checked: VerifiedCredential; name: string },
  now: Timestamp,
) {
  await requireUnchangedUser(tx, owner, now);
  const row = await passkeys.addPasskey(tx, checked, name, now);
  await markByPasskey(tx, owner.session_id);
  await writeAudit(tx, owner, { action: 'passkey.added', after: { name: row.name } }, now);
  return row;
}

/** @throws AppError as `requireUnchangedUser`, NOT_FOUND */
export async function removePasskey(tx: Transaction, owner: Owner, id: string, now: Timestamp): Promise<void> {
  await requireUnchangedUser(tx, owner, now);
  const name = await passkeys.removePasskey(tx, { id, user_id: owner.user_id });
  await writeAudit(tx, owner, { action: 'passkey.removed', before: { name } }, now);
}

/** Starts a session for a challenge that a passkey has signed. @throws AppError INVALID_CREDENTIALS */
export async function logInByPasskey(
  database: Database,
  input: Device & RequestOrigin & { response: SignedChallenge },
  now: Timestamp,
) {
  const { user_id, passkey_id } = await checkPasskey(database.global, siteOf(input), input.response, now);
  const started = await startSession(database, await getUser(database.global, user_id), input, now, { passkey_id });
  if (started === undefined) throw notAccepted();
  return started;
}

type Site = ReturnType<typeof siteOf>;

export const beginPasskeySignIn = (database: Database, site: Site, now: Timestamp) =>
  beginSignIn(database.global, site, now);

export const beginRegistration = (
  database: Database,
  site: Site,
  user: { id: string; email: string; name: string },
  now: Timestamp,
) => passkeys.beginRegistration(database.global, site, user, now);

export const checkNewCredential = (
  database: Database,
  site: Site,
  credential: { user_id: string; response: passkeys.NewCredential },
  now: Timestamp,
) => passkeys.checkNewCredential(database.global, site, credential, now);

export const passkeyList = (user_id: string) => passkeys.passkeyList(user_id);

export const renamePasskey = (tx: Transaction, passkey: { id: string; user_id: string; name: string }) =>
  passkeys.renamePasskey(tx, passkey);

export type PasskeyRow = Awaited<ReturnType<typeof renamePasskey>>;

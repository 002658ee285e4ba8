import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { addMs, type Timestamp } from '../../../core/clock.ts';
import { duplicate, invalidField, invalidState, notFound } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import type { Handle, Transaction } from '../../../platform/database/handle.ts';
import * as queries from './passkey-queries.ts';
import {
  challenge_lifetime_ms,
  hashOfChallenge,
  passkeysAtMost,
  type Site,
  siteOf,
  userHandleOf,
} from './totp-rules.ts';

/** The result of the browser's `PublicKeyCredential.toJSON()`. */
export type NewCredential = RegistrationResponseJSON;

type Transport = NonNullable<NewCredential['response']['transports']>[number];

/** Loaded at first use, because few requests need its parsers. */
export const webauthn = () => import('@simplewebauthn/server');

const challengeExpiry = (now: Timestamp): Timestamp => addMs(now, challenge_lifetime_ms);

export async function storeChallenge(
  global: Handle,
  { challenge, user_id }: { challenge: string; user_id: string | null },
  now: Timestamp,
) {
  await queries.insertChallenge(global, {
    challenge_hash: hashOfChallenge(challenge),
    user_id,
    expires_at: challengeExpiry(now),
  });
}

/** The options with which a browser creates a passkey. @throws AppError INVALID_STATE if there are too many */
export async function beginRegistration(
  global: Handle,
  site: Site,
  user: { id: string; email: string; name: string },
  now: Timestamp,
) {
  const known = await queries.listCredentials(global, user.id);
  if (known.length >= passkeysAtMost)
    throw invalidState(`There are ${passkeysAtMost} passkeys already; remove one first`);
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName: 'Tillhouse',
    rpID: site.rp_id,
    userID: userHandleOf(user.id),
    userName: user.email,
    userDisplayName: user.name,
    attestationType: 'none',
    timeout: challenge_lifetime_ms,
    excludeCredentials: known.map(({ credential_id, transports }) => ({
      id: credential_id,
      transports: transports as Transport[],
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await storeChallenge(global, { challenge: options.challenge, user_id: user.id }, now);
  return options;
}

/**
 * Verifies a new credential. The challenge is used up in any case.
 * @throws AppError VALIDATION_ERROR on `response`
 */
export async function checkNewCredential(
  global: Handle,
  site: Site,
  { user_id, response }: { user_id: string; response: NewCredential },
  now: Timestamp,
): Promise<queries.StoredPasskey> {
  const { verifyRegistrationResponse } = await webauthn();
  const challengeCheck = createChallengeCheck(global, user_id, now);
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: challengeCheck.consume,
    expectedOrigin: site.origin,
    expectedRPID: site.rp_id,
    requireUserVerification: true,
  }).catch(challengeCheck.onError);
  if (verified?.verified !== true) throw invalidField('response', 'could not be verified');
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
  return {
    id: newId(),
    user_id,
    credential_id: id,
    public_key: Buffer.from(publicKey),
    counter: BigInt(counter),
    transports,
  };
}

/**
 * Callbacks for the library that verifies a signed challenge. The library reports every error in the same way, so the
 * database's errors are kept apart: the request is not wrong then.
 */
export function createChallengeCheck(global: Handle, user_id: string | null, now: Timestamp) {
  let databaseError: unknown;
  return {
    /** Uses the challenge up. @returns whether it was valid */
    async consume(challenge: string): Promise<boolean> {
      try {
        return (
          (await queries.consumeChallenge(global, { challenge_hash: hashOfChallenge(challenge), user_id }, now)) === 1
        );
      } catch (error) {
        databaseError = error;
        throw error;
      }
    },
    /** @returns undefined: the challenge is not verified @throws the database's error, if there was one */
    onError(): undefined {
      if (databaseError !== undefined) throw databaseError;
    },
  };
}

/** @throws AppError DUPLICATE if the passkey is registered, INVALID_STATE if there are too many */
export async function addPasskey(
  tx: Transaction,
  passkey: queries.StoredPasskey,
  name: string,
  now: Timestamp,
): Promise<queries.PasskeyRow> {
  if ((await queries.findPasskey(tx, passkey.credential_id)) !== undefined)
    throw duplicate('response', 'is registered already');
  await queries.lockPasskeys(tx, passkey.user_id);
  if ((await queries.listCredentials(tx, passkey.user_id)).length >= passkeysAtMost) {
    throw invalidState(`There are ${passkeysAtMost} passkeys already; remove one first`);
  }
  await queries.insertPasskey(tx, { ...passkey, name: name.trim() }, now);
  return getPasskey(tx, passkey);
}

/** @throws AppError NOT_FOUND */
async function getPasskey(global: Handle, passkey: { id: string; user_id: string }): Promise<queries.PasskeyRow> {
  const row = await queries.findOwnPasskey(global, passkey);
  if (row === undefined) throw notFound('Passkey');
  return row;
}

/** @throws AppError NOT_FOUND */
export async function renamePasskey(
  tx: Transaction,
  passkey: { id: string; user_id: string; name: string },
): Promise<queries.PasskeyRow> {
  const renamed = await queries.renamePasskey(tx, { ...passkey, name: passkey.name.trim() });
  if (renamed === undefined) throw notFound('Passkey');
  return renamed;
}

/** @returns its name @throws AppError NOT_FOUND */
export async function removePasskey(tx: Transaction, passkey: { id: string; user_id: string }): Promise<string> {
  const removed = await queries.deletePasskey(tx, passkey);
  if (removed === undefined) throw notFound('Passkey');
  return removed.name;
}

export const passkeyList = (user_id: string) => queries.passkeyList(user_id);

/** The site that passkeys are bound to; `undefined` if browsers support none there. */
export const findSite = (public_url: string | undefined, host: string): Site | undefined => siteOf(public_url, host);

/** Maintenance task: deletes expired challenges. */
export const removeOldChallenges = (global: Handle, now: Timestamp): Promise<number> =>
  queries.deleteOldChallenges(global, now);

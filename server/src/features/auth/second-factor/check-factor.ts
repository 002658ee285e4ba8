import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { Timestamp } from '../../../core/clock.ts';
import { AppError } from '../../../core/errors.ts';
import { unseal } from '../../../core/seal.ts';
import type { Handle } from '../../../platform/database/handle.ts';
import { findPasskey, usePasskey } from './passkey-queries.ts';
import { createChallengeCheck, storeChallenge, webauthn } from './register-passkey.ts';
import { consumeStep, findConfirmedFactor, useRecoveryCode } from './totp-queries.ts';
import {
  challenge_lifetime_ms,
  hashOfKey,
  hashOfRecoveryCode,
  repeatableSince,
  type Site,
  stepOfCode,
  userHandleOf,
} from './totp-rules.ts';

/** The result of the browser's `PublicKeyCredential.toJSON()`. */
export type SignedChallenge = AuthenticationResponseJSON;

/** Options for a sign-in with any passkey. */
export async function beginPasskeySignIn(global: Handle, site: Site, now: Timestamp) {
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID: site.rp_id,
    userVerification: 'required',
    timeout: challenge_lifetime_ms,
  });
  await storeChallenge(global, { challenge: options.challenge, user_id: null }, now);
  return options;
}

export const notAccepted = () => new AppError('INVALID_CREDENTIALS', 'The passkey was not accepted');

/**
 * Verifies a signed challenge. The challenge is used up in any case.
 * @returns the id of the passkey and of its user
 * @throws AppError INVALID_CREDENTIALS, the same for every reason
 */
export async function checkPasskey(
  global: Handle,
  site: Site,
  response: SignedChallenge,
  now: Timestamp,
): Promise<{ passkey_id: string; user_id: string }> {
  const passkey = await findPasskey(global, response.id);
  if (passkey === undefined) throw notAccepted();
  const { verifyAuthenticationResponse } = await webauthn();
  const challengeCheck = createChallengeCheck(global, null, now);
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challengeCheck.consume,
    expectedOrigin: site.origin,
    expectedRPID: site.rp_id,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: Number(passkey.counter),
    },
    requireUserVerification: true,
  }).catch(challengeCheck.onError);
  const { userHandle } = response.response;
  const isSameUser =
    userHandle === undefined || userHandle === Buffer.from(userHandleOf(passkey.user_id)).toString('base64url');
  if (verified?.verified !== true || !isSameUser) throw notAccepted();
  const counter = BigInt(verified.authenticationInfo.newCounter);
  if ((await usePasskey(global, { id: passkey.id, counter }, now)) === 0) throw notAccepted();
  return { passkey_id: passkey.id, user_id: passkey.user_id };
}

export interface FactorOwner {
  user_id: string;
  /** The service's key that encrypts the secret. */
  service_secret: string;
}

/** Binds the encrypted secret to its account: in another account's row it cannot be decrypted. */
export const encryptionContext = ({ user_id, service_secret }: FactorOwner) => ({
  service_secret,
  purpose: 'totp secrets',
  record: user_id,
});

export const hasTotp = async (global: Handle, user_id: string): Promise<boolean> =>
  (await findConfirmedFactor(global, user_id)) !== undefined;

/**
 * Whether a code of the authenticator app, or a recovery code, is right. A right code is used up, so only one of two
 * requests with the same code succeeds. A request whose response was lost may be sent again with its idempotency key, as
 * long as a code of the app would be valid.
 */
export async function useCode(
  global: Handle,
  owner: FactorOwner,
  { code, idempotency_key }: { code: string; idempotency_key?: string | undefined },
  now: Timestamp,
): Promise<boolean> {
  const { user_id } = owner;
  const key_hash = idempotency_key === undefined ? null : hashOfKey(user_id, idempotency_key);
  const factor = await findConfirmedFactor(global, user_id);
  if (factor === undefined) return false;
  const step = stepOfCode(unseal(factor.secret, encryptionContext(owner)), code, now);
  if (step !== undefined) return (await consumeStep(global, { user_id, secret: factor.secret, step, key_hash })) === 1;
  const used = { user_id, code_hash: hashOfRecoveryCode(code), key_hash, repeatable_since: repeatableSince(now) };
  return (await useRecoveryCode(global, used, now)) === 1;
}

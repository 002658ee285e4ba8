import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { Timestamp } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import { unseal } from '../../core/seal.ts';
import type { Handle } from '../../platform/database/handle.ts';
import { findPasskey, usePasskey } from './passkey-queries.ts';
import { findTotpFactor, takeStep, useRecoveryCode } from './queries.ts';
import { challengeTaker, keepChallenge, webauthn } from './register-passkey.ts';
import { challenge_lifetime_ms, handleOf, hashOfRecoveryCode, type Site, stepOfCode } from './rules.ts';

/** The result of the browser's `PublicKeyCredential.toJSON()`. */
export type SignedChallenge = AuthenticationResponseJSON;

/** The options with which a browser signs in with any passkey. */
export async function beginPasskeySignIn(global: Handle, site: Site, now: Timestamp) {
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID: site.rp_id,
    userVerification: 'required',
    timeout: challenge_lifetime_ms,
  });
  await keepChallenge(global, { challenge: options.challenge, user_id: null }, now);
  return options;
}

const refused = () => new AppError('INVALID_CREDENTIALS', 'The passkey was not accepted');

/**
 * The user of a passkey that signed a challenge of this service. The challenge is used up in any case.
 * @throws AppError INVALID_CREDENTIALS, the same for every reason
 */
export async function checkPasskey(
  global: Handle,
  site: Site,
  response: SignedChallenge,
  now: Timestamp,
): Promise<string> {
  const passkey = await findPasskey(global, response.id);
  if (passkey === undefined) throw refused();
  const { verifyAuthenticationResponse } = await webauthn();
  const rollup = challengeTaker(global, null, now);
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: rollup.take,
    expectedOrigin: site.origin,
    expectedRPID: site.rp_id,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: Number(passkey.counter),
    },
    requireUserVerification: true,
  }).catch(rollup.orUnverified);
  const { userHandle } = response.response;
  const isTheirs =
    userHandle === undefined || userHandle === Buffer.from(handleOf(passkey.user_id)).toString('base64url');
  if (verified?.verified !== true || !isTheirs) throw refused();
  const counter = BigInt(verified.authenticationInfo.newCounter);
  if ((await usePasskey(global, { id: passkey.id, counter }, now)) === 0) throw refused();
  return passkey.user_id;
}

export interface FactorOwner {
  user_id: string;
  /** The service's key that encrypts the secret. */
  service_secret: string;
}

/** Binds the secret to its account: copied to another one, it cannot be decrypted. */
export const bindingOf = ({ user_id, service_secret }: FactorOwner) => ({
  service_secret,
  purpose: 'totp secrets',
  place: user_id,
});

export const hasTotp = async (global: Handle, user_id: string): Promise<boolean> =>
  ((await findTotpFactor(global, user_id))?.confirmed_at ?? null) !== null;

/**
 * Whether a code of the authenticator app, or a recovery code, is right. A right code is used up: of two requests with
 * the same code only one succeeds.
 */
export async function useCode(global: Handle, owner: FactorOwner, code: string, now: Timestamp): Promise<boolean> {
  const { user_id } = owner;
  const factor = await findTotpFactor(global, user_id);
  if (factor === undefined || factor.confirmed_at === null) return false;
  const step = stepOfCode(unseal(factor.secret, bindingOf(owner)), code, now);
  if (step !== undefined) return (await takeStep(global, { user_id, secret: factor.secret, step })) === 1;
  return (await useRecoveryCode(global, { user_id, code_hash: hashOfRecoveryCode(code) }, now)) === 1;
}

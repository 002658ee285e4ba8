import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { Timestamp } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import type { Handle } from '../../platform/database/handle.ts';
import { findPasskey, usePasskey } from './passkey-queries.ts';
import { challenge_lifetime_ms, handleOf, type Site } from './passkey-rules.ts';
import { challengeTaker, keepChallenge, webauthn } from './register-passkey.ts';

/** As the browser's `PublicKeyCredential.toJSON()` says it. */
export type SignedChallenge = AuthenticationResponseJSON;

/** What the browser is told to sign in with a passkey, of whomever it may be. */
export async function beginPasskeySignIn(global: Handle, site: Site, now: Timestamp) {
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({ rpID: site.rp_id, userVerification: 'required', timeout: challenge_lifetime_ms });
  await keepChallenge(global, { challenge: options.challenge, user_id: null }, now);
  return options;
}

const refused = () => new AppError('INVALID_CREDENTIALS', 'The passkey was not accepted');

/**
 * Whose passkey it is, if it signed a challenge of ours; the challenge is used up whatever comes of it.
 * @throws AppError INVALID_CREDENTIALS, alike for whatever is wrong
 */
export async function checkPasskey(global: Handle, site: Site, response: SignedChallenge, now: Timestamp): Promise<string> {
  const passkey = await findPasskey(global, response.id);
  if (passkey === undefined) throw refused();
  const { verifyAuthenticationResponse } = await webauthn();
  const rollup = challengeTaker(global, null, now);
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: rollup.take,
    expectedOrigin: site.origin,
    expectedRPID: site.rp_id,
    credential: { id: passkey.credential_id, publicKey: new Uint8Array(passkey.public_key), counter: Number(passkey.counter) },
    requireUserVerification: true,
  }).catch(rollup.orUnverified);
  const { userHandle } = response.response;
  const isTheirs = userHandle === undefined || userHandle === Buffer.from(handleOf(passkey.user_id)).toString('base64url');
  if (verified?.verified !== true || !isTheirs) throw refused();
  const counter = BigInt(verified.authenticationInfo.newCounter);
  if ((await usePasskey(global, { id: passkey.id, counter }, now)) === 0) throw refused();
  return passkey.user_id;
}

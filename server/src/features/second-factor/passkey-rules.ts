import { createHash } from 'node:crypto';

/** Where passkeys are for: the name that they are bound to, and the origin of the page that uses them. */
export interface Site {
  rp_id: string;
  origin: string;
}

/** Browsers know passkeys on https, and on localhost. @param host of the request, with its port; `undefined` where there can be none */
export function siteOf(public_url: string | undefined, host: string): Site | undefined {
  const url = URL.parse(public_url ?? `http://${host}`);
  if (url === null || (url.hostname !== 'localhost' && (public_url === undefined || url.protocol !== 'https:'))) return undefined;
  return { rp_id: url.hostname, origin: url.origin };
}

export const challenge_lifetime_ms = 5 * 60 * 1_000;
export const passkeysAtMost = 20;

export const hashOfChallenge = (challenge: string): Buffer => createHash('sha256').update(challenge).digest();

/** What the authenticator keeps of the person, to say at a sign-in whose passkey it is. */
export const handleOf = (user_id: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(user_id);

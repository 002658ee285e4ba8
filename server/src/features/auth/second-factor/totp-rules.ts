import { createHash, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { addMs, type Timestamp } from '../../../core/clock.ts';

/** RFC 6238 as all authenticator apps implement it: SHA-1, six digits, thirty seconds. */
const period_s = 30;
const settings = { issuer: 'Tillhouse', algorithm: 'SHA1', digits: 6, period: period_s };
/** Clocks of phones differ, so the previous and the next code are accepted too. */
const window_steps = 1;

/** 160 random bits in Base32, the format of authenticator apps. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** The address in the QR code for an authenticator app. */
export const otpauthUrl = (secret: string, label: string): string =>
  new TOTP({ ...settings, label, secret: Secret.fromBase32(secret) }).toString();

const isTotpCode = (code: string): boolean => /^\d{6}$/.test(code);

/** The time step that a code belongs to; `undefined` if it is not valid now. */
export function stepOfCode(secret: string, input: string, now: Timestamp): number | undefined {
  const code = input.replaceAll(/\s/g, '');
  if (!isTotpCode(code)) return undefined;
  const timestamp = Date.parse(now);
  const delta = new TOTP({ ...settings, secret: Secret.fromBase32(secret) }).validate({
    token: code,
    timestamp,
    window: window_steps,
  });
  return delta === null ? undefined : Math.floor(timestamp / 1_000 / period_s) + delta;
}

/** A used code may be sent again by the same request after this moment: the time in which a code of the app is valid. */
export const repeatableSince = (now: Timestamp): Timestamp =>
  addMs(now, -(window_steps + 1 + window_steps) * period_s * 1_000);

/** An idempotency key of a user, in the form in which it is stored. */
export const hashOfKey = (user_id: string, key: string): Buffer =>
  createHash('sha256').update(`${user_id} ${key}`).digest();

export const recoveryCodeCount = 10;
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz';

/** Ten codes of about 79 random bits: `k7m2-9xqp-v4nd-t8we`. */
export const newRecoveryCodes = (): string[] => Array.from({ length: recoveryCodeCount }, newRecoveryCode);

function newRecoveryCode(): string {
  const characters = Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]);
  return characters.join('').replace(/(.{4})(?=.)/g, '$1-');
}

/** The form in which a code is stored. Case, spaces and hyphens do not matter. A random code needs no slow hash. */
export const hashOfRecoveryCode = (input: string): Buffer =>
  createHash('sha256').update(input.toLowerCase().replaceAll(/[\s-]/g, '')).digest();

/** The domain that passkeys are bound to, and the origin of the page that uses them. */
export interface Site {
  rp_id: string;
  origin: string;
}

/**
 * Browsers support passkeys on https and on localhost.
 * @param host of the request, with its port
 * @returns undefined if there can be no passkeys
 */
export function siteOf(public_url: string | undefined, host: string): Site | undefined {
  const url = URL.parse(public_url ?? `http://${host}`);
  if (url === null || (url.hostname !== 'localhost' && (public_url === undefined || url.protocol !== 'https:')))
    return undefined;
  return { rp_id: url.hostname, origin: url.origin };
}

export const challenge_lifetime_ms = 5 * 60 * 1_000;
export const passkeysAtMost = 20;

export const hashOfChallenge = (challenge: string): Buffer => createHash('sha256').update(challenge).digest();

/** The user id that the authenticator stores, and returns at a sign-in. */
export const userHandleOf = (user_id: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(user_id);

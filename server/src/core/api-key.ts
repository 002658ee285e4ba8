import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** The parts of an API key that are known without the database. */
export interface PresentedKey {
  merchant_id: string;
  key_hash: Buffer;
}

const prefix = 'tk_live_';
const merchant_bytes = 16;
const secret_bytes = 32;
/** Distinguishes issued keys from forged ones, which are counted by address and rejected without a query. */
const mac_bytes = 12;
const length = merchant_bytes + secret_bytes + mac_bytes;

const macOf = (bytes: Buffer, service_secret: string): Buffer =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', service_secret, '', 'api keys', 32)))
    .update(bytes)
    .digest()
    .subarray(0, mac_bytes);

const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest();

/**
 * A new key for a merchant: its id, 256 random bits, and a message authentication code of this service. Only its hash
 * is stored.
 */
export function mintApiKey(merchant_id: string, service_secret: string): { key: string; key_hash: Buffer } {
  const body = Buffer.concat([Buffer.from(merchant_id.replaceAll('-', ''), 'hex'), randomBytes(secret_bytes)]);
  const key = prefix + Buffer.concat([body, macOf(body, service_secret)]).toString('base64url');
  return { key, key_hash: hashOf(key) };
}

/** Whether a credential has the form of an API key. */
export const isApiKey = (token: string): boolean => token.startsWith(prefix);

/**
 * The contents of a key; `undefined` if this service did not issue it. Only the database knows whether it is still
 * valid.
 */
export function readApiKey(token: string, service_secret: string): PresentedKey | undefined {
  if (!isApiKey(token)) return undefined;
  const bytes = Buffer.from(token.slice(prefix.length), 'base64url');
  // Several texts decode to the same bytes. Only the issued text is accepted.
  if (bytes.length !== length || prefix + bytes.toString('base64url') !== token) return undefined;
  const body = bytes.subarray(0, merchant_bytes + secret_bytes);
  if (!timingSafeEqual(bytes.subarray(merchant_bytes + secret_bytes), macOf(body, service_secret))) return undefined;
  const hex = body.subarray(0, merchant_bytes).toString('hex');
  return { merchant_id: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'), key_hash: hashOf(token) };
}

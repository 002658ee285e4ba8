import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonce_bytes = 12;
const tag_bytes = 16;

const keyOf = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'tillhouse mail', 32));

/** Encrypts with the service's key: nonce, tag, text. */
export function seal(secret: string, text: string): Buffer {
  const nonce = randomBytes(nonce_bytes);
  const cipher = createCipheriv(algorithm, keyOf(secret), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** @throws Error if the text was encrypted with another key, or changed */
export function unseal(secret: string, sealed: Buffer): string {
  const decipher = createDecipheriv(algorithm, keyOf(secret), sealed.subarray(0, nonce_bytes));
  decipher.setAuthTag(sealed.subarray(nonce_bytes, nonce_bytes + tag_bytes));
  return Buffer.concat([decipher.update(sealed.subarray(nonce_bytes + tag_bytes)), decipher.final()]).toString('utf8');
}

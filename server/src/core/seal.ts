import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const cipher = 'aes-256-gcm';

/** Binds an encrypted secret to a purpose and a record: it cannot be decrypted for others. */
interface Binding {
  service_secret: string;
  /** `webhook secrets` */
  purpose: string;
  /** The record that the secret belongs to. */
  record: string;
}

const keyOf = ({ service_secret, purpose }: Binding) =>
  Buffer.from(hkdfSync('sha256', service_secret, '', purpose, 32));

/**
 * Encrypts a secret with a key that is derived from the service's secret. The service's secret is in the database only
 * if several processes share it there.
 */
export function seal(secret: string, binding: Binding): string {
  const nonce = randomBytes(12);
  const sealing = createCipheriv(cipher, keyOf(binding), nonce).setAAD(Buffer.from(binding.record));
  const sealed = Buffer.concat([sealing.update(secret), sealing.final()]);
  return Buffer.concat([nonce, sealing.getAuthTag(), sealed]).toString('base64');
}

/** Decrypts a sealed secret. @throws Error if the service's secret has changed since it was sealed */
export function unseal(sealed: string, binding: Binding): string {
  const bytes = Buffer.from(sealed, 'base64');
  const opening = createDecipheriv(cipher, keyOf(binding), bytes.subarray(0, 12));
  opening.setAAD(Buffer.from(binding.record)).setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([opening.update(bytes.subarray(28)), opening.final()]).toString();
}

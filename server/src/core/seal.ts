import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const cipher = 'aes-256-gcm';

/** Binds an encrypted secret to a purpose and a record: it cannot be decrypted for others. */
interface Binding {
  service_secret: string;
  /** `webhook secrets` */
  purpose: string;
  /** The record that it belongs to. */
  place: string;
}

const keyOf = ({ service_secret, purpose }: Binding) =>
  Buffer.from(hkdfSync('sha256', service_secret, '', purpose, 32));

/** Encrypts a secret with a key derived from the service's own, which is not in the database unless several processes share it there. */
export function seal(secret: string, binding: Binding): string {
  const nonce = randomBytes(12);
  const sealing = createCipheriv(cipher, keyOf(binding), nonce).setAAD(Buffer.from(binding.place));
  const sealed = Buffer.concat([sealing.update(secret), sealing.final()]);
  return Buffer.concat([nonce, sealing.getAuthTag(), sealed]).toString('base64');
}

/** @throws Error when the service's secret is another than when it was sealed */
export function unseal(sealed: string, binding: Binding): string {
  const bytes = Buffer.from(sealed, 'base64');
  const opening = createDecipheriv(cipher, keyOf(binding), bytes.subarray(0, 12));
  opening.setAAD(Buffer.from(binding.place)).setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([opening.update(bytes.subarray(28)), opening.final()]).toString();
}

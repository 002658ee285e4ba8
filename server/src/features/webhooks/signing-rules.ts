import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Standard Webhooks: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */

const prefix = 'whsec_';

export const newSecret = (): string => prefix + randomBytes(32).toString('base64');

/** What is signed: who sends it again sends the same id. */
export interface Message {
  id: string;
  timestamp_s: number;
  body: string;
}

/** One signature for each secret that is valid now. */
export const signaturesOf = ({ id, timestamp_s, body }: Message, secrets: readonly string[]): string =>
  secrets
    .map((secret) => createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64')).update(`${id}.${timestamp_s}.${body}`))
    .map((signature) => `v1,${signature.digest('base64')}`)
    .join(' ');

const cipher = 'aes-256-gcm';
const keyOf = (service_secret: string) => Buffer.from(hkdfSync('sha256', service_secret, '', 'webhook secrets', 32));

/** Unreadable without the service's own secret, which is not in the database unless several processes share it there. @param place where it stands: moved elsewhere it cannot be opened */
export function seal(secret: string, service_secret: string, place: string): string {
  const nonce = randomBytes(12);
  const sealing = createCipheriv(cipher, keyOf(service_secret), nonce).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([sealing.update(secret), sealing.final()]);
  return Buffer.concat([nonce, sealing.getAuthTag(), sealed]).toString('base64');
}

/** @throws Error when the service's secret is another than when it was sealed */
export function unseal(sealed: string, service_secret: string, place: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const opening = createDecipheriv(cipher, keyOf(service_secret), bytes.subarray(0, 12));
  opening.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([opening.update(bytes.subarray(28)), opening.final()]).toString();
}

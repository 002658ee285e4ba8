import { createHmac, randomBytes } from 'node:crypto';
import * as sealing from '../../core/seal.ts';

/** Standard Webhooks: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */

const prefix = 'whsec_';

export const newSecret = (): string => prefix + randomBytes(32).toString('base64');

/** The signed content: a retry has the same id. */
export interface Message {
  id: string;
  timestamp_s: number;
  body: string;
}

/** One signature for each valid secret. */
export const signaturesOf = ({ id, timestamp_s, body }: Message, secrets: readonly string[]): string =>
  secrets
    .map((secret) => createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64')).update(`${id}.${timestamp_s}.${body}`))
    .map((signature) => `v1,${signature.digest('base64')}`)
    .join(' ');

const purpose = 'webhook secrets';

/** @param place the context: elsewhere it cannot be decrypted */
export const seal = (secret: string, service_secret: string, place: string): string =>
  sealing.seal(secret, { service_secret, purpose, place });

/** @throws Error if the service's secret has changed since */
export const unseal = (sealed: string, service_secret: string, place: string): string =>
  sealing.unseal(sealed, { service_secret, purpose, place });

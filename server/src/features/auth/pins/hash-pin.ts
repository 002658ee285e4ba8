import { hkdfSync } from 'node:crypto';
import { hashRaw } from '@node-rs/argon2';
import { queueHash } from '../accounts/passwords.ts';

/** Fixed, because a hash with other settings would not be found. OWASP’s second choice for Argon2id: 7 MiB, 5 passes. */
const settings = { memoryCost: 7 * 1_024, timeCost: 5, parallelism: 1, outputLen: 32 };

interface PinScope {
  merchant_id: string;
  service_secret: string;
  /** The account or network address that causes the work. */
  source?: string;
}

/**
 * Argon2id with a key that is derived from the service's secret. The salt is the merchant's, so that one hash finds the
 * holder of a PIN, and two members cannot have the same PIN.
 */
export function hashPin(pin: string, { merchant_id, service_secret, source }: PinScope): Promise<Buffer> {
  const secret = Buffer.from(hkdfSync('sha256', service_secret, '', 'pins', 32));
  const salt = Buffer.from(merchant_id.replaceAll('-', ''), 'hex');
  return queueHash(source, () => hashRaw(pin, { ...settings, secret, salt }));
}

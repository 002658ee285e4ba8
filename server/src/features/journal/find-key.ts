import type { Timestamp } from '../../core/clock.ts';
import type { Database } from '../../platform/database/handle.ts';
import { insertKey, listKeys } from './queries.ts';
import { newKey, openKey, type SigningKey } from './signing-rules.ts';

/** What signing needs besides the data. */
export interface Signing {
  merchant_id: string;
  /** The service's secret. */
  secret: string;
  now: Timestamp;
}

/**
 * The key that signs for a merchant: the newest that the service's secret can decrypt. Creates one for the first
 * signature, and after the secret has changed.
 */
export async function findSigningKey(database: Database, { merchant_id, secret, now }: Signing): Promise<SigningKey> {
  const stored = await listKeys(database.reader(merchant_id));
  for (const one of stored.toReversed()) {
    const key = openKey(one, { merchant_id, secret });
    if (key !== undefined) return key;
  }
  const number = stored.length + 1;
  await database.transaction(merchant_id, (tx) => insertKey(tx, newKey(number, { merchant_id, secret }), now));
  // Another process may have been faster: then its key signs.
  return findSigningKey(database, { merchant_id, secret, now });
}

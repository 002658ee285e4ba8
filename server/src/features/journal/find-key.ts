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
 * The key that signs for a merchant. Creates one for the first signature, and another one if the newest can no longer
 * be decrypted.
 */
export async function findSigningKey(database: Database, { merchant_id, secret, now }: Signing): Promise<SigningKey> {
  const newest = (await listKeys(database.reader(merchant_id))).at(-1);
  const key = newest === undefined ? undefined : openKey(newest, { merchant_id, secret });
  if (key !== undefined) return key;
  const number = (newest?.number ?? 0) + 1;
  await database.transaction(merchant_id, (tx) => insertKey(tx, newKey(number, { merchant_id, secret }), now));
  // Another process may have been faster: then its key signs.
  return findSigningKey(database, { merchant_id, secret, now });
}

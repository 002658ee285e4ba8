import type { Timestamp } from '../../../core/clock.ts';
import type { Transaction } from '../../../platform/database/handle.ts';
import { listMerchantIds } from './own-merchants.ts';
import { type KeptKey, listActiveKeysBy } from './password-reset-queries.ts';

/** The page where API keys are revoked. */
export const keysPage = '/settings/api-keys';

interface KeyMaker {
  id: string;
  home_merchant_id: string;
}

/**
 * The API keys that a user made and that still work after a new password: programs and tills of the shop run on them.
 * A thief of the password may have made some, so the user is told, and the audit trail of each merchant has an entry.
 */
export async function keepApiKeys(
  tx: Transaction,
  user: KeyMaker,
  by: { user_id: string; session_id?: string; address: string },
  now: Timestamp,
): Promise<KeptKey[]> {
  const kept: KeptKey[] = [];
  for (const merchant_id of await listMerchantIds(tx, user))
    await tx.withTenant(merchant_id, async (own) => {
      for (const key of await listActiveKeysBy(own, user.id, now)) {
        own.audit({ action: 'api_key.kept', subject_id: key.id, before: { name: key.name }, by, now });
        kept.push(key);
      }
    });
  return kept;
}

/** As in the response. */
export const toKeptKey = ({ timezone: _, ...key }: KeptKey) => key;

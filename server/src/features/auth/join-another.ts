import type { Timestamp } from '../../core/clock.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { insertJoined } from './own-merchant-queries.ts';
import { updateSoleMerchant } from './password-reset-queries.ts';

/**
 * Records that an account also works for this merchant. From then on its first merchant alone cannot reset its
 * password.
 */
export async function joinAnother(tx: Transaction, user_id: string, now: Timestamp): Promise<void> {
  await updateSoleMerchant(tx, user_id);
  await insertJoined(tx, user_id, now);
}

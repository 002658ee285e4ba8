import type { Transaction } from '../../db/handle.ts';
import { updateSoleMerchant } from './password-reset-queries.ts';

/** Notes that an account works for this merchant, too: no merchant alone decides about it any more. */
export async function joinAnother(tx: Transaction, user_id: string): Promise<void> {
  await updateSoleMerchant(tx, user_id);
}

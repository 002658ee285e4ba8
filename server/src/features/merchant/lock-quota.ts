import type { Transaction } from '../../platform/database/handle.ts';
import { lockMerchant } from './queries.ts';

/** Serialises operations that count the merchant's rows before adding one. Sales do not take this lock. */
export const lockQuota = async (tx: Transaction): Promise<void> => {
  await lockMerchant(tx);
};

import type { Transaction } from '../../platform/database/handle.ts';
import { lockMerchant } from './queries.ts';

/** Operations that count the merchant's rows before they add one run one after the other from here on. Sales pass by. */
export const lockQuota = async (tx: Transaction): Promise<void> => {
  await lockMerchant(tx);
};

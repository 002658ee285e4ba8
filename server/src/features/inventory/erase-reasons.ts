import type { Transaction } from '../../db/handle.ts';
import { clearReasons } from './queries.ts';

/** Takes out what people wrote as the reason of movements, by what caused them; what was moved, when and by whom stays. */
export const eraseReasons = async (tx: Transaction, source_ids: readonly string[]): Promise<void> => {
  await clearReasons(tx, source_ids);
};

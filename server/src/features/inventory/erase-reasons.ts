import type { Transaction } from '../../platform/database/handle.ts';
import { clearReasons, type MovementWithoutReason } from './queries.ts';

/** Takes out what people wrote as the reason of movements, by what caused them; what was moved, when and by whom stays. @returns those that had one */
export const eraseReasons = (tx: Transaction, source_ids: readonly string[]): Promise<MovementWithoutReason[]> =>
  clearReasons(tx, source_ids);

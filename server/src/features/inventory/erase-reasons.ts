import type { Transaction } from '../../platform/database/handle.ts';
import { clearReasons, type MovementWithoutReason } from './queries.ts';

/**
 * Erases the reasons that people wrote in movements of these sources; all other fields stay.
 * @returns the movements that had a reason
 */
export const eraseReasons = (tx: Transaction, source_ids: readonly string[]): Promise<MovementWithoutReason[]> =>
  clearReasons(tx, source_ids);

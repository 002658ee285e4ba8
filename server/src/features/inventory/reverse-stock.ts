import type { OperationContext } from '../../core/actor.ts';
import { approvalError } from '../../core/approvals.ts';
import { isWithin } from '../../core/branches.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';
import { lockKnownLevels } from './move-stock.ts';
import { findLevels, listWarehousesAmong } from './queries.ts';
import { adjustmentAct, availableOf, keyOf, type Level, type LevelKey, onlyAvailable } from './rules.ts';

/**
 * Why the stock of levels cannot be changed by a quantity: too little is available, the warehouse is not the actor's, or
 * an approval is needed. In a transaction, the levels are locked.
 */
export async function reversalFault(
  db: Handle | Transaction,
  { actor }: OperationContext,
  keys: readonly LevelKey[],
): Promise<(key: LevelKey, quantity: number, cost: bigint) => string | undefined> {
  const unique = [...new Map(keys.map((key) => [keyOf(key), key])).values()];
  if (unique.length === 0) return () => undefined;
  if ('emit' in db) await lockKnownLevels(db, unique);
  const levels = new Map<string, Level>((await findLevels(db, unique)).map((level) => [keyOf(level), level]));
  const ids = [...new Set(unique.map(({ warehouse_id }) => warehouse_id))];
  const warehouses = new Map((await listWarehousesAmong(db, ids)).map(({ id, branch_id }) => [id, branch_id]));
  return (key, quantity, cost) => {
    const branch_id = warehouses.get(key.warehouse_id);
    if (branch_id === undefined || !isWithin(actor.branch_ids, branch_id)) return 'is not in a branch of yours';
    const level = levels.get(keyOf(key));
    const available = level === undefined ? 0 : availableOf(level);
    if (-quantity > Math.max(0, available) && !actor.merchant.allow_negative_stock) return onlyAvailable(available);
    return approvalError({ actor }, adjustmentAct(quantity, cost))?.message;
  };
}

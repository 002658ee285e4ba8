import type { OperationContext } from '../../core/actor.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { clearDefaultWarehouse } from './queries.ts';

/** Clears the default warehouse of a branch; the same transaction must set another. */
export async function giveUpDefault(tx: Transaction, ctx: OperationContext, branch_id: string): Promise<void> {
  for (const warehouse of await clearDefaultWarehouse(tx, branch_id, ctx.now))
    tx.emit({ type: 'warehouse.updated', subject_id: warehouse.id, payload: warehouse, previous: { ...warehouse, is_default: true }, ctx });
}

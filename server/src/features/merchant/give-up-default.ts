import type { Transaction } from '../../db/handle.ts';
import type { Deed } from '../../kernel/actor.ts';
import { clearDefaultWarehouse } from './queries.ts';

/** Makes room for another default warehouse of a branch, which the same transaction must name. */
export async function giveUpDefault(tx: Transaction, deed: Deed, branch_id: string): Promise<void> {
  for (const warehouse of await clearDefaultWarehouse(tx, branch_id, deed.now))
    tx.tell({ type: 'warehouse.updated', subject_id: warehouse.id, fact: warehouse, was: { ...warehouse, is_default: true }, deed });
}

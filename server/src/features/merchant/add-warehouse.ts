import type { OperationContext } from '../../core/actor.ts';
import { isWithin, outsideOfBranches } from '../../core/branches.ts';
import { invalidField } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { giveUpDefault } from './give-up-default.ts';
import { findBranch, insertWarehouse, lockMerchant, type WarehouseRow } from './queries.ts';

interface NewWarehouseInput {
  name: string;
  branch_id: string;
  /** Replaces the branch's current default. */
  is_default?: boolean;
}

/** @throws AppError FORBIDDEN, VALIDATION_ERROR for an unknown branch */
export async function addWarehouse(tx: Transaction, ctx: OperationContext, input: NewWarehouseInput): Promise<WarehouseRow> {
  const { actor, now } = ctx;
  const { branch_id, is_default = false } = input;
  if (!isWithin(actor.branch_ids, branch_id)) throw outsideOfBranches('branch_id');
  await lockMerchant(tx);
  if ((await findBranch(tx, branch_id)) === undefined) throw invalidField('branch_id', 'is not a branch of this merchant');
  if (is_default) await giveUpDefault(tx, ctx, branch_id);
  const warehouse = { id: newId(), branch_id: branch_id.toLowerCase(), name: input.name.trim(), is_default };
  await insertWarehouse(tx, warehouse, now);
  const added = { ...warehouse, created_at: now, updated_at: now };
  tx.emit({ type: 'warehouse.created', subject_id: warehouse.id, payload: added, ctx });
  return added;
}

import type { OperationContext } from '../../core/actor.ts';
import { isWithin, outsideOfBranches } from '../../core/branches.ts';
import { changesIn } from '../../core/changes.ts';
import { invalidField, invalidState, notFound } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import {
  clearDefaultWarehouse,
  findBranch,
  findWarehouse,
  insertWarehouse,
  lockMerchant,
  updateWarehouse,
  type WarehouseRow,
} from './queries.ts';

interface NewWarehouseInput {
  name: string;
  branch_id: string;
  /** Replaces the branch's current default. */
  is_default?: boolean;
}

/** @throws AppError FORBIDDEN, VALIDATION_ERROR for an unknown branch */
export async function addWarehouse(
  tx: Transaction,
  ctx: OperationContext,
  input: NewWarehouseInput,
): Promise<WarehouseRow> {
  const { actor, now } = ctx;
  const { branch_id, is_default = false } = input;
  if (!isWithin(actor.branch_ids, branch_id)) throw outsideOfBranches('branch_id');
  await lockMerchant(tx);
  if ((await findBranch(tx, branch_id)) === undefined)
    throw invalidField('branch_id', 'is not a branch of this merchant');
  if (is_default) await clearDefault(tx, ctx, branch_id);
  const warehouse = { id: newId(), branch_id, name: input.name.trim(), is_default };
  await insertWarehouse(tx, warehouse, now);
  const added = { ...warehouse, created_at: now, updated_at: now };
  tx.emit({ type: 'warehouse.created', subject_id: warehouse.id, payload: added, ctx });
  return added;
}

interface WarehouseChange {
  id: string;
  name?: string;
  branch_id?: string;
  /** `true` replaces the branch's current default. */
  is_default?: boolean;
}

/**
 * Changes the given fields. A branch always has a default warehouse. It changes only when another becomes the default.
 * @throws AppError NOT_FOUND, FORBIDDEN, VALIDATION_ERROR for an unknown branch, INVALID_STATE if the branch would be
 * left without a default
 */
export async function changeWarehouse(
  tx: Transaction,
  ctx: OperationContext,
  { id, ...change }: WarehouseChange,
): Promise<WarehouseRow> {
  const { actor, now } = ctx;
  await lockMerchant(tx);
  const warehouse = await findWarehouse(tx, id);
  if (warehouse === undefined) throw notFound('Warehouse');
  if (!isWithin(actor.branch_ids, warehouse.branch_id)) throw outsideOfBranches('id');
  const branch_id = change.branch_id ?? warehouse.branch_id;
  const changesBranch = branch_id !== warehouse.branch_id;
  if (!isWithin(actor.branch_ids, branch_id)) throw outsideOfBranches('branch_id');
  if (changesBranch && (await findBranch(tx, branch_id)) === undefined)
    throw invalidField('branch_id', 'is not a branch of this merchant');
  if (warehouse.is_default && (changesBranch || change.is_default === false)) {
    const message = 'this is the default warehouse of its branch; make another one the default first';
    throw invalidState(`Not possible: ${message}`, [{ field: changesBranch ? 'branch_id' : 'is_default', message }]);
  }
  const is_default = change.is_default ?? warehouse.is_default;
  const changed = { id: warehouse.id, branch_id, name: change.name?.trim() ?? warehouse.name, is_default };
  if (changesIn(warehouse, changed) === undefined) return warehouse;
  if (is_default && !warehouse.is_default) await clearDefault(tx, ctx, branch_id);
  await updateWarehouse(tx, changed, now);
  const after = { ...warehouse, ...changed, updated_at: now };
  tx.emit({ type: 'warehouse.updated', subject_id: warehouse.id, payload: after, previous: warehouse, ctx });
  return after;
}

/** Clears the default warehouse of a branch; the same transaction must set another. */
export async function clearDefault(tx: Transaction, ctx: OperationContext, branch_id: string): Promise<void> {
  for (const warehouse of await clearDefaultWarehouse(tx, branch_id, ctx.now))
    tx.emit({
      type: 'warehouse.updated',
      subject_id: warehouse.id,
      payload: warehouse,
      previous: { ...warehouse, is_default: true },
      ctx,
    });
}

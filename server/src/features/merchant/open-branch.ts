import type { OperationContext } from '../../core/actor.ts';
import { outsideOfBranches } from '../../core/branches.ts';
import { newId } from '../../core/ids.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { type BranchRow, insertBranch, insertWarehouse } from './queries.ts';

export interface NewBranchInput {
  name: string;
  address?: string | null;
  phone?: string | null;
  timezone?: string | null;
}

/**
 * Creates a branch that can sell at once: with a warehouse of the same name.
 * @throws AppError FORBIDDEN for users limited to branches
 */
export async function openBranch(tx: Transaction, ctx: OperationContext, input: NewBranchInput): Promise<BranchRow> {
  const { actor, now } = ctx;
  if (actor.branch_ids !== null) throw outsideOfBranches();
  const { address = null, phone = null, timezone = null } = input;
  const branch = { id: newId(), name: input.name.trim(), address, phone, timezone, is_default: false };
  await insertBranch(tx, branch, now);
  const warehouse = { id: newId(), branch_id: branch.id, name: branch.name, is_default: true };
  await insertWarehouse(tx, warehouse, now);
  const opened = { ...branch, created_at: now, updated_at: now };
  tx.emit({ type: 'branch.created', subject_id: branch.id, payload: opened, ctx });
  tx.emit({ type: 'warehouse.created', subject_id: warehouse.id, payload: { ...warehouse, created_at: now, updated_at: now }, ctx });
  return opened;
}

import type { OperationContext } from '../../core/actor.ts';
import { isWithin, outsideOfBranches } from '../../core/branches.ts';
import { changesIn } from '../../core/changes.ts';
import { notFound } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { blankToNull } from '../../core/texts.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { type BranchRow, findBranch, insertBranch, insertWarehouse, lockMerchant, updateBranch } from './queries.ts';

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
export async function createBranch(tx: Transaction, ctx: OperationContext, input: NewBranchInput): Promise<BranchRow> {
  const { actor, now } = ctx;
  if (actor.branch_ids !== null) throw outsideOfBranches();
  const { address = null, phone = null, timezone = null } = input;
  const branch = {
    id: newId(),
    name: input.name.trim(),
    address: blankToNull(address),
    phone: blankToNull(phone),
    timezone,
    is_default: false,
  };
  await insertBranch(tx, branch, now);
  const warehouse = { id: newId(), branch_id: branch.id, name: branch.name, is_default: true };
  await insertWarehouse(tx, warehouse, now);
  const created = { ...branch, created_at: now, updated_at: now };
  tx.emit({ type: 'branch.created', subject_id: branch.id, payload: created, ctx });
  tx.emit({
    type: 'warehouse.created',
    subject_id: warehouse.id,
    payload: { ...warehouse, created_at: now, updated_at: now },
    ctx,
  });
  return created;
}

type BranchChange = Partial<NewBranchInput> & { id: string };

/** Changes the given fields. @throws AppError NOT_FOUND, FORBIDDEN */
export async function changeBranch(
  tx: Transaction,
  ctx: OperationContext,
  { id, ...change }: BranchChange,
): Promise<BranchRow> {
  const { actor, now } = ctx;
  await lockMerchant(tx);
  const branch = await findBranch(tx, id);
  if (branch === undefined) throw notFound('Branch');
  if (!isWithin(actor.branch_ids, branch.id)) throw outsideOfBranches('id');
  const { address = branch.address, phone = branch.phone, timezone = branch.timezone } = change;
  const changed = {
    id: branch.id,
    name: change.name?.trim() ?? branch.name,
    address: blankToNull(address),
    phone: blankToNull(phone),
    timezone,
  };
  if (changesIn(branch, changed) === undefined) return branch;
  await updateBranch(tx, changed, now);
  const after = { ...branch, ...changed, updated_at: now };
  tx.emit({ type: 'branch.updated', subject_id: branch.id, payload: after, previous: branch, ctx });
  return after;
}

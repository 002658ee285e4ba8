import type { OperationContext } from '../../core/actor.ts';
import { isWithin, outsideOfBranches } from '../../core/branches.ts';
import { changesIn } from '../../core/changes.ts';
import { notFound } from '../../core/errors.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import type { NewBranchInput } from './open-branch.ts';
import { type BranchRow, findBranch, lockMerchant, updateBranch } from './queries.ts';

type BranchChange = Partial<NewBranchInput> & { id: string };

/** Changes the given fields. @throws AppError NOT_FOUND, FORBIDDEN */
export async function changeBranch(tx: Transaction, ctx: OperationContext, { id, ...change }: BranchChange): Promise<BranchRow> {
  const { actor, now } = ctx;
  await lockMerchant(tx);
  const branch = await findBranch(tx, id);
  if (branch === undefined) throw notFound('Branch');
  if (!isWithin(actor.branch_ids, branch.id)) throw outsideOfBranches('id');
  const { address = branch.address, phone = branch.phone, timezone = branch.timezone } = change;
  const changed = { id: branch.id, name: change.name?.trim() ?? branch.name, address, phone, timezone };
  if (changesIn(branch, changed) === undefined) return branch;
  await updateBranch(tx, changed, now);
  const after = { ...branch, ...changed, updated_at: now };
  tx.emit({ type: 'branch.updated', subject_id: branch.id, payload: after, previous: branch, ctx });
  return after;
}

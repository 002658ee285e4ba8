import type { OperationContext } from '../../core/actor.ts';
import { isWithin, outsideOfBranches } from '../../core/branches.ts';
import { changesIn } from '../../core/changes.ts';
import { invalidField, invalidState, notFound } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';
import { beginJournal } from '../journal/append-entries.ts';
import { listBranchesAmong } from '../merchant/find-locations.ts';
import {
  findRegister,
  insertRegister,
  listCurrentShifts,
  lockRegister,
  type RegisterRow,
  type RegisterSettings,
  updateRegister,
} from './register-queries.ts';

/** A register in one of the caller's branches. @throws AppError NOT_FOUND */
export async function getRegister(db: Handle, { actor }: Pick<OperationContext, 'actor'>, id: string) {
  return visible(await findRegister(db, id), actor);
}

function visible(register: RegisterRow | undefined, { branch_ids }: OperationContext['actor']): RegisterRow {
  if (register === undefined || !isWithin(branch_ids, register.branch_id)) throw notFound('Register');
  return register;
}

/** Locks a register in one of the caller's branches until the transaction ends. @throws AppError NOT_FOUND */
export const getLockedRegister = async (tx: Transaction, { actor }: OperationContext, id: string) =>
  visible(await lockRegister(tx, id), actor);

export type RegisterChange = { [Field in keyof RegisterSettings]?: RegisterSettings[Field] | undefined };

export interface NewRegisterInput extends RegisterChange {
  name: string;
  branch_id: string;
}

/** @throws AppError VALIDATION_ERROR, FORBIDDEN for another branch, DUPLICATE for a name that the branch already has */
export async function createRegister(
  tx: Transaction,
  ctx: OperationContext,
  { branch_id, name, status = 'active', ...input }: NewRegisterInput,
): Promise<RegisterRow> {
  const { actor, now } = ctx;
  const known = await listBranchesAmong(tx, [branch_id]);
  if (!known.has(branch_id)) throw invalidField('branch_id', 'is not a branch of this merchant');
  if (!isWithin(actor.branch_ids, branch_id)) throw outsideOfBranches('branch_id');
  const { opening_float = 0n, blind_count = false, requires_shift = false } = input;
  const register = { id: newId(), branch_id, name: name.trim(), status, opening_float, blind_count, requires_shift };
  await insertRegister(tx, register, now);
  await beginJournal(tx, register.id, now);
  const created = { ...register, created_at: now, updated_at: now };
  tx.emit({ type: 'register.created', subject_id: register.id, payload: created, ctx });
  return created;
}

/** Changes the given fields. @throws AppError NOT_FOUND, DUPLICATE, INVALID_STATE if it has an open shift */
export async function changeRegister(
  tx: Transaction,
  ctx: OperationContext,
  { id, ...change }: RegisterChange & { id: string },
): Promise<RegisterRow> {
  const register = await getLockedRegister(tx, ctx, id);
  const settings = {
    name: change.name?.trim() ?? register.name,
    status: change.status ?? register.status,
    opening_float: change.opening_float ?? register.opening_float,
    blind_count: change.blind_count ?? register.blind_count,
    requires_shift: change.requires_shift ?? register.requires_shift,
  };
  if (changesIn(register, settings) === undefined) return register;
  if (settings.status === 'inactive' && (await listCurrentShifts(tx, [id])).length > 0)
    throw invalidState('Close the shift of the register first', [{ field: 'status', message: 'has an open shift' }]);
  await updateRegister(tx, { id, ...settings }, ctx.now);
  const changed = { ...register, ...settings, updated_at: ctx.now };
  tx.emit({ type: 'register.updated', subject_id: id, payload: changed, previous: register, ctx });
  return changed;
}

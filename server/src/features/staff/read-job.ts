import { type Branches, isWithin } from '../../core/branches.ts';
import { ValidationErrors } from '../../core/errors.ts';
import type { Role } from '../../core/permissions.ts';
import type { Handle } from '../../platform/database/handle.ts';
import { listBranchesAmong } from '../merchant/find-locations.ts';
import { findStaffMember } from './queries.ts';
import { worksWithin } from './rules.ts';

/** A member's role and branches. */
export interface Job {
  role: Role;
  branch_id: string | null;
  branch_ids: Branches;
}

/**
 * The requested job; omitted fields keep their value. A member limited to branches works in one of them: the first, if
 * none is named.
 * @throws AppError VALIDATION_ERROR for unknown branches, or fields that conflict
 */
export async function readJob(db: Handle, wish: JobWish, present: Job): Promise<Job> {
  const { job, errors } = await checkJob(db, wish, present);
  errors.throwIfAny();
  return job;
}

/** Validation errors of the well-formed part of an invitation. */
export const faultsOfInvitation = async (
  db: Handle,
  {
    role,
    branch_id,
    branch_ids,
  }: { role?: Role; branch_id?: string | null; branch_ids?: (string | undefined)[] | null },
): Promise<ValidationErrors> => {
  const present: Job = { role: role ?? 'viewer', branch_id: null, branch_ids: null };
  return (await checkJob(db, { branch_id, branch_ids }, present)).errors;
};

/** Validation errors of the well-formed part of a change; none for a member that the caller may not see. */
export async function faultsOfJob(
  db: Handle,
  { id, limit }: { id: string; limit: Branches },
  part: JobWish,
): Promise<ValidationErrors> {
  const member = await findStaffMember(db, id);
  if (member === undefined || !worksWithin(limit, member.branch_ids)) return new ValidationErrors();
  return (await checkJob(db, part, member)).errors;
}

export interface JobWish {
  role?: Role | undefined;
  branch_id?: string | null | undefined;
  /** An element that its schema rejects is undefined. */
  branch_ids?: readonly (string | undefined)[] | null | undefined;
}

async function checkJob(db: Handle, wish: JobWish, present: Job): Promise<{ job: Job; errors: ValidationErrors }> {
  const errors = new ValidationErrors();
  const role = wish.role ?? present.role;
  const limit = wish.branch_ids === undefined ? present.branch_ids : wish.branch_ids;
  const branch_ids = limit === null ? null : [...new Set(limit.flatMap((id) => id?.toLowerCase() ?? []))];
  const home = wish.branch_id === undefined ? present.branch_id : (wish.branch_id?.toLowerCase() ?? null);
  const theirs = await listBranchesAmong(db, [...(branch_ids ?? []), ...(home === null ? [] : [home])]);
  for (const [index, id] of (wish.branch_ids ?? []).entries()) {
    if (id !== undefined && !theirs.has(id.toLowerCase()))
      errors.add(`branch_ids[${index}]`, 'is not a branch of this merchant');
  }
  if (home !== null && !theirs.has(home)) errors.add('branch_id', 'is not a branch of this merchant');
  else if (home !== null && wish.branch_id !== undefined && !isWithin(branch_ids, home))
    errors.add('branch_id', 'is not one of branch_ids');
  if (role === 'owner' && branch_ids !== null)
    errors.add('branch_ids', 'must be null: an owner is limited to no branch');
  const isAway = home === null || !isWithin(branch_ids, home);
  return {
    job: { role, branch_id: isAway && branch_ids !== null ? (branch_ids[0] ?? null) : home, branch_ids },
    errors,
  };
}

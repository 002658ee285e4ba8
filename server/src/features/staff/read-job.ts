import { type Branches, isWithin } from '../../core/branches.ts';
import { ValidationErrors } from '../../core/errors.ts';
import type { Role } from '../../core/permissions.ts';
import type { Handle } from '../../platform/database/handle.ts';
import { listBranchesAmong } from '../merchant/lookup.ts';
import { findColleague } from './queries.ts';
import { worksWithin } from './rules.ts';

/** What somebody does here, and where. */
export interface Job {
  role: Role;
  branch_id: string | null;
  branch_ids: Branches;
}

/**
 * A job as it is wished; what is left out stays as it is. Whoever is limited to branches works in one of them: the first, when none is named.
 * @throws AppError VALIDATION_ERROR for branches that are not the merchant's, or do not go together
 */
export async function readJob(db: Handle, wish: JobWish, present: Job): Promise<Job> {
  const { job, errors } = await checkJob(db, wish, present);
  errors.throwIfAny();
  return job;
}

/** What the rules have against the sound part of an invitation. */
export const faultsOfInvitation = async (
  db: Handle,
  { role, branch_id, branch_ids }: { role?: Role; branch_id?: string | null; branch_ids?: (string | undefined)[] | null },
): Promise<ValidationErrors> => {
  const present: Job = { role: role ?? 'viewer', branch_id: null, branch_ids: null };
  return (await checkJob(db, { branch_id, branch_ids }, present)).errors;
};

/** What the rules have against the sound part of a change; nothing of a member that the caller does not see. */
export async function faultsOfJob(db: Handle, { id, limit }: { id: string; limit: Branches }, part: JobWish): Promise<ValidationErrors> {
  const member = await findColleague(db, id);
  if (member === undefined || !worksWithin(limit, member.branch_ids)) return new ValidationErrors();
  return (await checkJob(db, part, member)).errors;
}

export interface JobWish {
  role?: Role | undefined;
  branch_id?: string | null | undefined;
  /** An element that its schema does not allow is undefined. */
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
    if (id !== undefined && !theirs.has(id.toLowerCase())) errors.add(`branch_ids[${index}]`, 'is not a branch of this merchant');
  }
  if (home !== null && !theirs.has(home)) errors.add('branch_id', 'is not a branch of this merchant');
  else if (home !== null && wish.branch_id !== undefined && !isWithin(branch_ids, home))
    errors.add('branch_id', 'is not one of branch_ids');
  if (role === 'owner' && branch_ids !== null) errors.add('branch_ids', 'must be null: an owner is limited to no branch');
  const isAway = home === null || !isWithin(branch_ids, home);
  return { job: { role, branch_id: isAway && branch_ids !== null ? (branch_ids[0] ?? null) : home, branch_ids }, errors };
}

import { type Branches, isWithin } from '../../core/branches.ts';
import { ValidationErrors } from '../../core/errors.ts';
import type { Role } from '../../core/permissions.ts';
import type { Handle } from '../../platform/database/handle.ts';
import { listBranchesAmong } from '../merchant/find-locations.ts';
import { findStaffMember } from './queries.ts';
import { worksWithin } from './rules.ts';

/** What a member is assigned: the role and the branches. */
export interface Assignment {
  role: Role;
  branch_id: string | null;
  branch_ids: Branches;
}

/**
 * The requested assignment. Omitted fields keep their value. If a member is limited to branches, `branch_id` is one of
 * them: by default the first.
 * @throws AppError VALIDATION_ERROR for unknown branches, or fields that conflict
 */
export async function resolveAssignment(db: Handle, input: AssignmentInput, current: Assignment): Promise<Assignment> {
  const { assignment, errors } = await checkAssignment(db, input, current);
  errors.throwIfAny();
  return assignment;
}

/** Validation errors of the well-formed part of an invitation. */
export const invitationErrors = async (
  db: Handle,
  {
    role,
    branch_id,
    branch_ids,
  }: { role?: Role | undefined; branch_id?: string | null; branch_ids?: (string | undefined)[] | null },
): Promise<ValidationErrors> => {
  const current: Assignment = { role: role ?? 'viewer', branch_id: null, branch_ids: null };
  return (await checkAssignment(db, { branch_id, branch_ids }, current)).errors;
};

/** Validation errors of the well-formed part of a change; none for a member that the caller may not see. */
export async function changeErrors(
  db: Handle,
  { id, limit }: { id: string; limit: Branches },
  part: AssignmentInput,
): Promise<ValidationErrors> {
  const member = await findStaffMember(db, id);
  if (member === undefined || !worksWithin(limit, member.branch_ids)) return new ValidationErrors();
  return (await checkAssignment(db, part, member)).errors;
}

export interface AssignmentInput {
  role?: Role | undefined;
  branch_id?: string | null | undefined;
  /** Elements that the schema rejected are undefined. */
  branch_ids?: readonly (string | undefined)[] | null | undefined;
}

async function checkAssignment(
  db: Handle,
  input: AssignmentInput,
  current: Assignment,
): Promise<{ assignment: Assignment; errors: ValidationErrors }> {
  const errors = new ValidationErrors();
  const role = input.role ?? current.role;
  const limit = input.branch_ids === undefined ? current.branch_ids : input.branch_ids;
  const branch_ids = limit === null ? null : [...new Set(limit.flatMap((id) => id ?? []))];
  const branch_id = input.branch_id === undefined ? current.branch_id : input.branch_id;
  const known = await listBranchesAmong(db, [...(branch_ids ?? []), ...(branch_id === null ? [] : [branch_id])]);
  for (const [index, id] of (input.branch_ids ?? []).entries()) {
    if (id !== undefined && !known.has(id)) errors.add(`branch_ids[${index}]`, 'is not a branch of this merchant');
  }
  if (branch_id !== null && !known.has(branch_id)) errors.add('branch_id', 'is not a branch of this merchant');
  else if (branch_id !== null && input.branch_id !== undefined && !isWithin(branch_ids, branch_id))
    errors.add('branch_id', 'is not one of branch_ids');
  if (role === 'owner' && branch_ids !== null)
    errors.add('branch_ids', 'must be null: an owner is limited to no branch');
  const isElsewhere = branch_id === null || !isWithin(branch_ids, branch_id);
  return {
    assignment: {
      role,
      branch_id: isElsewhere && branch_ids !== null ? (branch_ids[0] ?? null) : branch_id,
      branch_ids,
    },
    errors,
  };
}

import { type AppError, forbidden } from './errors.ts';

/** The branches that a user, key or query is limited to; `null` for all of the merchant's. */
export type Branches = readonly string[] | null;

export const isWithin = (limit: Branches, branch_id: string): boolean => limit?.includes(branch_id) ?? true;

/** Whether the limit includes all of the branches. */
export const covers = (limit: Branches, branches: Branches): boolean =>
  limit === null || (branches?.every((branch_id) => isWithin(limit, branch_id)) ?? false);

/** The intersection of two limits. */
export const within = (limit: Branches, other: Branches): Branches =>
  other === null ? limit : other.filter((branch_id) => isWithin(limit, branch_id));

/** The error for access to another branch. `field` is the field that named the branch, if there is one. */
export const outsideOfBranches = (field?: string): AppError =>
  field === undefined
    ? forbidden('Your rights are limited to certain branches, and this concerns all of them')
    : forbidden('Your rights are limited to certain branches', [{ field, message: 'is not in a branch of yours' }]);

/** The branches of a read: the requested one, or all that the reader may see. @throws AppError FORBIDDEN */
export function branchesToRead(limit: Branches, requested: string | undefined): Branches {
  if (requested === undefined) return limit;
  if (!isWithin(limit, requested)) throw outsideOfBranches('branch_id');
  return [requested];
}

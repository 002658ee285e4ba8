import * as branches from '../../core/branches.ts';
import { forbidden } from '../../core/errors.ts';
import { isAllowed, type Permission, type Role, rolesByPermission } from '../../core/permissions.ts';

export interface Rights {
  role: Role;
  /** Where they hold. */
  branch_ids: branches.Branches;
}

const permissions = Object.keys(rolesByPermission) as Permission[];

/** Whether somebody with the one role has every right of the other. */
export const covers = (granter: Role, role: Role): boolean =>
  permissions.every((permission) => !isAllowed(role, permission) || isAllowed(granter, permission));

/** Nobody gives what they do not have, nor takes it from those who do. @throws AppError FORBIDDEN */
export function refuseToExceed(granter: Rights, rights: Rights): void {
  if (!covers(granter.role, rights.role)) throw forbidden(`The role ${granter.role} may not decide who is ${rights.role}`);
  if (!branches.covers(granter.branch_ids, rights.branch_ids)) throw branches.outsideOfBranches('branch_ids');
}

/** Whether somebody works in one of these branches; `branch_ids` are those that they are limited to. */
export const worksWithin = (limit: branches.Branches, branch_ids: branches.Branches): boolean =>
  limit === null || branch_ids === null || branch_ids.some((branch_id) => branches.isWithin(limit, branch_id));

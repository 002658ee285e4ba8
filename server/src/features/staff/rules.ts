import * as branches from '../../core/branches.ts';
import { addMs, type Timestamp } from '../../core/clock.ts';
import { type AppError, forbidden, invalidField } from '../../core/errors.ts';
import { isAllowed, type Permission, type Role, rolesByPermission } from '../../core/permissions.ts';

export interface Rights {
  role: Role;
  /** The branches where the rights apply. */
  branch_ids: branches.Branches;
}

const permissions = Object.keys(rolesByPermission) as Permission[];

/** Whether a member with the role `granter` has every right of `role`. */
export const covers = (granter: Role, role: Role): boolean =>
  permissions.every((permission) => !isAllowed(role, permission) || isAllowed(granter, permission));

/** A member may neither grant nor remove rights that the member does not have. @throws AppError FORBIDDEN */
export function assertCovers(granter: Rights, rights: Rights): void {
  if (!covers(granter.role, rights.role))
    throw forbidden(`The role ${granter.role} may not grant or remove the role ${rights.role}`);
  if (!branches.covers(granter.branch_ids, rights.branch_ids)) throw branches.outsideOfBranches('branch_ids');
}

/** Whether a member works in one of these branches; `branch_ids` are the branches that the member is limited to. */
export const worksWithin = (limit: branches.Branches, branch_ids: branches.Branches): boolean =>
  limit === null || branch_ids === null || branch_ids.some((branch_id) => branches.isWithin(limit, branch_id));

/** The roles of members without an e-mail address. */
export const canBeByPin = (role: Role): boolean => role === 'cashier' || role === 'stock_clerk';

const link_lifetime_ms = 7 * 24 * 60 * 60 * 1_000;

/** When an invitation link that is created now expires. */
export const expiryOf = (now: Timestamp): Timestamp => addMs(now, link_lifetime_ms);

/** The same error for a token that is unknown, used, withdrawn, replaced or expired. */
export const invalidToken = (): AppError =>
  invalidField('token', 'is not valid any more: the link was used, withdrawn, replaced, or is older than seven days');

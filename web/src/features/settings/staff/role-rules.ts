import { canGrantRole, roles } from '../../../session/permissions.ts';
import type { Role } from '../../../session/types.ts';
import type { StaffMember } from './staff-member.ts';

/** The roles that a user with this role can give to others. @param isByPin to members without an e-mail address */
export const rolesToGrant = (granter: Role, isByPin = false): Role[] =>
  roles.filter((role) => canGrantRole(granter, role) && (!isByPin || role === 'cashier' || role === 'stock_clerk'));

/** The branches that a user can give access to. @param own null for a user with access to all branches */
export const branchesToGrant = <Branch extends { id: string }>(
  branches: readonly Branch[],
  own: readonly string[] | null,
): Branch[] => branches.filter(({ id }) => own === null || own.includes(id));

/** Whether a staff member has access to the chosen branches only. An owner has access to all branches. */
export const isLimited = (role: Role, chosen: readonly string[]): boolean => role !== 'owner' && chosen.length > 0;

/** The branches that can be the home of a staff member. */
export const homesOf = <Branch extends { id: string }>(
  branches: readonly Branch[],
  { role, chosen }: { role: Role; chosen: readonly string[] },
): Branch[] => branches.filter(({ id }) => !isLimited(role, chosen) || chosen.includes(id));

export type StaffFields = Pick<StaffMember, 'name' | 'role' | 'branch_ids' | 'branch_id'>;

/** The submitted fields. Branch fields that the form does not show are left out. */
export const staffFieldsFrom = ({
  name = '',
  role,
  branch_ids,
  branch_id,
}: Readonly<Record<string, string>>): Partial<StaffFields> => ({
  name: name.trim(),
  role: role as Role,
  ...(branch_ids === undefined ? {} : { branch_ids: branch_ids === '' ? null : branch_ids.split(',').toSorted() }),
  ...(branch_id === undefined ? {} : { branch_id: branch_id === '' ? null : branch_id }),
});

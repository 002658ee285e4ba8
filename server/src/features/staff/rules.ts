import { isAllowed, type Permission, type Role, rolesByPermission } from '../../kernel/permissions.ts';
import { forbidden } from '../../kernel/refusal.ts';

const permissions = Object.keys(rolesByPermission) as Permission[];

/** Whether somebody with the one role has every right of the other. */
export const covers = (granter: Role, role: Role): boolean =>
  permissions.every((permission) => !isAllowed(role, permission) || isAllowed(granter, permission));

/** Nobody gives what they do not have, nor takes it from those who do. @throws Refusal FORBIDDEN */
export function refuseToExceed(granter: Role, role: Role): void {
  if (!covers(granter, role)) throw forbidden(`The role ${granter} may not decide who is ${role}`);
}

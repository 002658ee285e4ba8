import { type Permission, rolesByPermission } from '../../core/permissions.ts';

/** Who works here, who is signed in, and what a merchant decides about both is for people. */
const personal: readonly Permission[] = [
  'merchant:write',
  'staff:write',
  'staff:sessions',
  'staff:recover',
  'api-keys:read',
  'api-keys:write',
];

/** What a key may be given. */
export const grantable = (Object.keys(rolesByPermission) as Permission[]).filter((permission) => !personal.includes(permission));

/** Keys of a merchant that work, at most. */
export const keysAtMost = 50;

export const statuses = ['active', 'expired', 'revoked', 'suspended'] as const;
export type KeyStatus = (typeof statuses)[number];

import { type Permission, rolesByPermission } from '../../core/permissions.ts';

/** Permissions that only users may have, not API keys: staff, sessions, settings and keys. */
const reserved: readonly Permission[] = [
  'merchant:write',
  'staff:write',
  'staff:sessions',
  'staff:recover',
  'api-keys:read',
  'api-keys:write',
];

/** The permissions that a key may have. */
export const grantable = (Object.keys(rolesByPermission) as Permission[]).filter(
  (permission) => !reserved.includes(permission),
);

/** The maximum of usable keys of a merchant. */
export const keysAtMost = 50;

export const statuses = ['active', 'expired', 'revoked', 'suspended'] as const;
export type KeyStatus = (typeof statuses)[number];

/** Permissions that a key can have, in groups. A test compares the list with the service's. */
export const permissionGroups = {
  catalogue: ['catalogue:read', 'catalogue:write', 'costs:read'],
  stock: ['stock:read', 'stock:write'],
  sales: ['sales:read', 'sales:write', 'sales:refund', 'sales:void', 'approvals:read', 'approvals:write'],
  registers: [
    'registers:read',
    'registers:write',
    'shifts:read',
    'shifts:write',
    'shifts:expected',
    'closures:correct',
    'journal:read',
  ],
  customers: ['customers:read', 'customers:write', 'customers:correct', 'customers:export', 'customers:erase'],
  reports: ['reports:read', 'events:read', 'audit:read'],
  shop: [
    'merchant:read',
    'places:read',
    'places:write',
    'staff:read',
    'webhooks:read',
    'webhooks:write',
    'jobs:read',
    'sync:read',
  ],
} as const;

export type PermissionGroup = keyof typeof permissionGroups;
export type Permission = (typeof permissionGroups)[PermissionGroup][number];
export const groupNames = Object.keys(permissionGroups) as PermissionGroup[];

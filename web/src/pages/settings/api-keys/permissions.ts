/** What a key may be given, in groups for whoever chooses. A test compares it with what the service gives. */
export const permissionGroups = {
  catalogue: ['catalogue:read', 'catalogue:write', 'costs:read'],
  stock: ['stock:read', 'stock:write'],
  sales: ['sales:read', 'sales:write', 'sales:refund', 'sales:void'],
  customers: ['customers:read', 'customers:write', 'customers:correct', 'customers:export', 'customers:erase'],
  reports: ['reports:read', 'events:read', 'audit:read'],
  shop: ['merchant:read', 'places:read', 'places:write', 'staff:read', 'webhooks:read', 'webhooks:write', 'jobs:read', 'sync:read'],
} as const;

export type PermissionGroup = keyof typeof permissionGroups;
export type Permission = (typeof permissionGroups)[PermissionGroup][number];
export const groupNames = Object.keys(permissionGroups) as PermissionGroup[];

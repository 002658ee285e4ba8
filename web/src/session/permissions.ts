export const roles = ['owner', 'manager', 'cashier', 'stock_clerk', 'viewer'] as const;

/** Which parts of the pages each role sees. The service enforces permissions itself; a test compares the two lists. */
export const rolesByPermission = {
  'catalogue:write': ['owner', 'manager'],
  'costs:read': ['owner', 'manager', 'stock_clerk', 'viewer'],
  'stock:write': ['owner', 'manager', 'stock_clerk'],
  'sales:read': ['owner', 'manager', 'cashier', 'viewer'],
  'sales:write': ['owner', 'manager', 'cashier'],
  'sales:refund': ['owner', 'manager', 'cashier'],
  'sales:void': ['owner', 'manager'],
  'registers:read': ['owner', 'manager', 'cashier', 'viewer'],
  'registers:write': ['owner', 'manager'],
  'shifts:read': ['owner', 'manager', 'cashier', 'viewer'],
  'shifts:write': ['owner', 'manager', 'cashier'],
  'shifts:expected': ['owner', 'manager', 'viewer'],
  'approvals:read': ['owner', 'manager', 'cashier', 'stock_clerk'],
  'approvals:write': ['owner', 'manager', 'cashier', 'stock_clerk'],
  'closures:correct': ['owner', 'manager'],
  'journal:read': ['owner', 'manager', 'viewer'],
  'customers:read': ['owner', 'manager', 'cashier', 'viewer'],
  'customers:write': ['owner', 'manager', 'cashier'],
  'customers:correct': ['owner', 'manager'],
  'customers:export': ['owner', 'manager'],
  'customers:erase': ['owner', 'manager'],
  'reports:read': ['owner', 'manager', 'viewer'],
  'events:read': ['owner', 'manager'],
  'merchant:write': ['owner'],
  'places:write': ['owner', 'manager'],
  'staff:read': ['owner', 'manager'],
  'staff:write': ['owner', 'manager'],
  'staff:sessions': ['owner'],
  'staff:recover': ['owner'],
  'api-keys:read': ['owner'],
  'api-keys:write': ['owner'],
  'webhooks:read': ['owner', 'manager'],
  'webhooks:write': ['owner', 'manager'],
  'jobs:read': ['owner'],
  'audit:read': ['owner'],
} as const satisfies Record<string, readonly string[]>;

export type Permission = keyof typeof rolesByPermission;

/** Whether the first role has every permission of the second. A user cannot grant permissions that they lack. */
export const canGrantRole = (granter: string, role: string): boolean =>
  Object.values(rolesByPermission).every((who: readonly string[]) => !who.includes(role) || who.includes(granter));

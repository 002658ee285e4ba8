export const roles = ['owner', 'manager', 'cashier', 'stock_clerk', 'viewer'] as const;
export type Role = (typeof roles)[number];

/** The permissions of each role. Each route names the one permission that it needs. */
export const rolesByPermission = {
  'merchant:read': ['owner', 'manager', 'cashier', 'stock_clerk', 'viewer'],
  'merchant:write': ['owner'],
  'places:read': ['owner', 'manager', 'cashier', 'stock_clerk', 'viewer'],
  'places:write': ['owner', 'manager'],
  'staff:read': ['owner', 'manager'],
  'staff:write': ['owner', 'manager'],
  /** Ending all sessions of a staff member. */
  'staff:sessions': ['owner'],
  /** Creating a link with which a staff member chooses a new password. The link gives full access to that account. */
  'staff:recover': ['owner'],
  /** API keys. */
  'api-keys:read': ['owner'],
  'api-keys:write': ['owner'],
  'catalogue:read': ['owner', 'manager', 'cashier', 'stock_clerk', 'viewer'],
  'catalogue:write': ['owner', 'manager'],
  /** Cost and margin, and everything that reveals them. */
  'costs:read': ['owner', 'manager', 'stock_clerk', 'viewer'],
  'stock:read': ['owner', 'manager', 'cashier', 'stock_clerk', 'viewer'],
  'stock:write': ['owner', 'manager', 'stock_clerk'],
  'customers:read': ['owner', 'manager', 'cashier', 'viewer'],
  'customers:write': ['owner', 'manager', 'cashier'],
  /** Changing points by hand. */
  'customers:correct': ['owner', 'manager'],
  /** Exporting all stored data of a person as one file. */
  'customers:export': ['owner', 'manager'],
  /** Erasing the personal data of a customer. */
  'customers:erase': ['owner', 'manager'],
  'sales:read': ['owner', 'manager', 'cashier', 'viewer'],
  'sales:write': ['owner', 'manager', 'cashier'],
  'sales:refund': ['owner', 'manager', 'cashier'],
  /** Voiding a completed sale; a parked one may be ended with the permission to sell. */
  'sales:void': ['owner', 'manager'],
  'registers:read': ['owner', 'manager', 'cashier', 'viewer'],
  'registers:write': ['owner', 'manager'],
  'shifts:read': ['owner', 'manager', 'cashier', 'viewer'],
  /** Opening, counting and closing shifts; paying cash in and out. */
  'shifts:write': ['owner', 'manager', 'cashier'],
  /** What a drawer with a blind count should contain, and all figures that reveal it. */
  'shifts:expected': ['owner', 'manager', 'viewer'],
  /** Correcting a closure by counting again. */
  'closures:correct': ['owner', 'manager'],
  /** The journals of registers. */
  'journal:read': ['owner', 'manager', 'viewer'],
  /** One's own requests for approvals, and those that one may decide. */
  'approvals:read': ['owner', 'manager', 'cashier', 'stock_clerk'],
  /** Requesting approvals; deciding those of others, as far as the merchant's rules allow it. */
  'approvals:write': ['owner', 'manager', 'cashier', 'stock_clerk'],
  /** Events contain costs and customers' data. */
  'events:read': ['owner', 'manager'],
  /** Background jobs and their failures. */
  'jobs:read': ['owner'],
  /** The audit trail, including costs and personal data. */
  'audit:read': ['owner'],
  'webhooks:read': ['owner', 'manager'],
  'webhooks:write': ['owner', 'manager'],
  /** The data that a till stores to work offline. Each role gets only what it may see. */
  'sync:read': ['owner', 'manager', 'cashier', 'stock_clerk'],
  'reports:read': ['owner', 'manager', 'viewer'],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof rolesByPermission;

/** Not for sessions by PIN: these give access to accounts, settings or data, and a PIN is easily seen. */
const signInPermissions: readonly Permission[] = [
  'merchant:write',
  'staff:write',
  'staff:sessions',
  'staff:recover',
  'api-keys:read',
  'api-keys:write',
  'customers:export',
  'customers:erase',
  'webhooks:read',
  'webhooks:write',
];

/** Whether the user must have signed in with a password or passkey. */
export const needsSignIn = (permission: Permission): boolean => signInPermissions.includes(permission);

/** The roles that sell. */
export const sellingRoles = rolesByPermission['sales:write'];
export type SellingRole = (typeof sellingRoles)[number];

export const isAllowed = (role: Role, permission: Permission): boolean =>
  (rolesByPermission[permission] as readonly Role[]).includes(role);

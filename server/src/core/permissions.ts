export const roles = ['owner', 'manager', 'cashier', 'stock_clerk', 'viewer'] as const;
export type Role = (typeof roles)[number];

/** Who may do what. Each route names the one permission that it needs; nothing else grants anything. */
export const rolesByPermission = {
  'merchant:read': ['owner', 'manager', 'cashier', 'stock_clerk', 'viewer'],
  'merchant:write': ['owner'],
  'places:read': ['owner', 'manager', 'cashier', 'stock_clerk', 'viewer'],
  'places:write': ['owner', 'manager'],
  'staff:read': ['owner', 'manager'],
  'staff:write': ['owner', 'manager'],
  /** Ending a colleague's sessions, wherever they are signed in. */
  'staff:sessions': ['owner'],
  /** Giving a colleague a link to choose a new password: whoever has it is that colleague. */
  'staff:recover': ['owner'],
  /** Keys of programs. */
  'api-keys:read': ['owner'],
  'api-keys:write': ['owner'],
  'catalogue:read': ['owner', 'manager', 'cashier', 'stock_clerk', 'viewer'],
  'catalogue:write': ['owner', 'manager'],
  /** Cost, margin, and what can be worked out from them. */
  'costs:read': ['owner', 'manager', 'stock_clerk', 'viewer'],
  'stock:read': ['owner', 'manager', 'cashier', 'stock_clerk', 'viewer'],
  'stock:write': ['owner', 'manager', 'stock_clerk'],
  'customers:read': ['owner', 'manager', 'cashier', 'viewer'],
  'customers:write': ['owner', 'manager', 'cashier'],
  /** Changing points by hand. */
  'customers:correct': ['owner', 'manager'],
  /** All that is kept of a person, in one file. */
  'customers:export': ['owner', 'manager'],
  /** Taking a person out of the books for good. */
  'customers:erase': ['owner', 'manager'],
  'sales:read': ['owner', 'manager', 'cashier', 'viewer'],
  'sales:write': ['owner', 'manager', 'cashier'],
  'sales:refund': ['owner', 'manager', 'cashier'],
  /** Undoing a completed sale; a parked one may be ended by whoever sells. */
  'sales:void': ['owner', 'manager'],
  /** Costs and customers' data are in events. */
  'events:read': ['owner', 'manager'],
  /** What is done in the background, and what failed of it. */
  'jobs:read': ['owner'],
  /** Who changed what, costs and people’s data included. */
  'audit:read': ['owner'],
  'webhooks:read': ['owner', 'manager'],
  'webhooks:write': ['owner', 'manager'],
  /** What a till keeps to go on without us; each role gets what it may see. */
  'sync:read': ['owner', 'manager', 'cashier', 'stock_clerk'],
  'reports:read': ['owner', 'manager', 'viewer'],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof rolesByPermission;

/** The roles that sell. */
export const sellingRoles = rolesByPermission['sales:write'];
export type SellingRole = (typeof sellingRoles)[number];

export const isAllowed = (role: Role, permission: Permission): boolean => (rolesByPermission[permission] as readonly Role[]).includes(role);

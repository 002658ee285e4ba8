import type { Minor } from '@tillhouse/core/money';
import type { TaxMode } from '@tillhouse/core/pricing';
import type { ApprovalRule, GrantedApproval } from './approval-rule.ts';
import type { Branches } from './branches.ts';
import type { Timestamp } from './clock.ts';
import { isAllowed, type Permission, type Role } from './permissions.ts';

/** A merchant and its settings, as every operation needs them. Rates are parts per million. */
export interface Merchant {
  id: string;
  name: string;
  currency: string;
  timezone: string;
  tax_mode: TaxMode;
  tax_rate_ppm: number;
  loyalty_rate_ppm: bigint;
  /** The value of a point, in millionths of a major unit; 0: points cannot be spent. */
  point_value_ppm: bigint;
  /** The smallest cash amount: what is paid in cash is rounded to a multiple of it; `null`: cash is not rounded. */
  cash_rounding: Minor | null;
  silver_from: Minor;
  gold_from: Minor;
  platinum_from: Minor;
  allow_negative_stock: boolean;
  /** Whether a sale may have custom items. */
  allow_custom_items: boolean;
  /** Roles whose prices may differ from the catalogue's. */
  price_override_roles: string[];
  cashier_refund_limit: Minor | null;
  /** The maximum discount of roles that may not change prices, in millionths of the list price. */
  owner_max_discount_ppm: number;
  manager_max_discount_ppm: number;
  cashier_max_discount_ppm: number;
  /** The maximum number of days that a role may backdate a sale. */
  owner_max_backdate_days: number;
  manager_max_backdate_days: number;
  cashier_max_backdate_days: number;
  /** Whether a cashier may refund only by payment methods of the sale. */
  refund_to_original_method: boolean;
  /** Roles that need a second factor for every request. */
  require_totp_roles: string[];
  /** At most one for an action. */
  approval_rules: ApprovalRule[];
  /** How long an approval is valid after its request. */
  approval_minutes: number;
}

/** The user or API key of a request, and its merchant. */
export interface Actor {
  user_id: string;
  name: string;
  /** Missing if the actor is an API key. */
  session_id?: string | undefined;
  /** The registered device, if the session is by PIN. */
  pin_device_id?: string | undefined;
  /** The network address of the request. */
  address: string;
  role: Role;
  /** The branch of requests that name none; `null` for the default branch. */
  branch_id: string | null;
  /** The branches in which the actor may sell, change stock and see reports. */
  branch_ids: Branches;
  merchant: Merchant;
  /** The API key, if the request was made with one. */
  api_key?: ActingKey | undefined;
}

/** A key has the role of the user who created it, limited to these permissions. */
export interface ActingKey {
  id: string;
  name: string;
  permissions: readonly string[];
}

/** The actor and the time of an operation. */
export interface OperationContext {
  actor: Actor;
  now: Timestamp;
  /** The approval that the request presents. */
  approval?: GrantedApproval | undefined;
}

export const can = ({ role, api_key }: Pick<Actor, 'role' | 'api_key'>, permission: Permission): boolean =>
  isAllowed(role, permission) && (api_key === undefined || api_key.permissions.includes(permission));

import type { Branches } from './branches.ts';
import type { Timestamp } from './clock.ts';
import type { Minor } from './money.ts';
import { isAllowed, type Permission, type Role } from './permissions.ts';

export type TaxMode = 'none' | 'inclusive' | 'exclusive';

/** A merchant and its settings, as every operation needs them. Rates are parts per million. */
export interface Merchant {
  id: string;
  name: string;
  currency: string;
  timezone: string;
  tax_mode: TaxMode;
  tax_rate_ppm: number;
  loyalty_rate_ppm: bigint;
  /** What a point is worth when it is spent, in millionths of a major unit; 0: points are not taken. */
  point_value_ppm: bigint;
  silver_from: Minor;
  gold_from: Minor;
  platinum_from: Minor;
  allow_negative_stock: boolean;
  /** Roles whose prices may differ from the catalogue's. */
  price_override_roles: string[];
  cashier_refund_limit: Minor | null;
}

/** Who sends a request, and for which merchant. */
export interface Actor {
  user_id: string;
  name: string;
  session_id: string;
  /** The network address that they ask from. */
  address: string;
  role: Role;
  /** The branch they work in when they name none; `null` for the default branch. */
  branch_id: string | null;
  /** Where they may sell, change stock and see what was taken. */
  branch_ids: Branches;
  merchant: Merchant;
}

/** Who does something, and when: what every operation is told. */
export interface Deed {
  actor: Actor;
  now: Timestamp;
}

export const can = (actor: Actor, permission: Permission): boolean => isAllowed(actor.role, permission);

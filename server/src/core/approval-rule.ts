import type { Timestamp } from './clock.ts';
import type { Role } from './permissions.ts';

/** Acts for which a merchant may require an approval. */
export const approvalActions = [
  'refund',
  'void',
  'discount',
  'price_override',
  'no_sale',
  'paid_out',
  'shift_variance',
  'stock_adjustment',
  'write_off',
] as const;
export type ApprovalAction = (typeof approvalActions)[number];

/**
 * When an action needs an approval: above any of its limits, or always if it has none. Stored as JSON, therefore
 * numbers.
 */
export interface ApprovalRule {
  action: ApprovalAction;
  /** In minor units. */
  above_amount: number | null;
  /** In millionths. */
  above_ppm: number | null;
  above_quantity: number | null;
  /** The roles that need no approval and may approve; empty for owners and managers. */
  exempt_roles: Role[];
}

/** The approval that a request presents, locked until its transaction ends. */
export interface GrantedApproval {
  id: string;
  /** The role of the approver when they approved. */
  approver_role: Role;
  requested_at: Timestamp;
}

/** The approval that a request presents, and what the request does. */
export interface PresentedApproval {
  id: string;
  payload_sha256: Buffer;
}

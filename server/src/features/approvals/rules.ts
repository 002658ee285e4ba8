import { type Actor, can } from '../../core/actor.ts';
import { type ApprovalAction, approvalActions } from '../../core/approval-rule.ts';
import { approverRoles } from '../../core/approvals.ts';
import { type Branches, isWithin, outsideOfBranches } from '../../core/branches.ts';
import { addMs, type Timestamp } from '../../core/clock.ts';
import { forbidden, invalidState } from '../../core/errors.ts';
import type { Role } from '../../core/permissions.ts';

export const approvalStates = ['pending', 'approved', 'denied', 'expired', 'consumed'] as const;
export type ApprovalState = (typeof approvalStates)[number];

/** A row of `approvals`, with the names of its people. */
export interface ApprovalRow {
  id: string;
  state: Exclude<ApprovalState, 'expired'>;
  action: ApprovalAction;
  method: string;
  path: string;
  payload_sha256: Buffer;
  summary: string;
  branch_id: string | null;
  requested_by: string;
  requested_by_name: string;
  decided_by: string | null;
  decided_by_name: string | null;
  decided_role: Role | null;
  decided_at: Timestamp | null;
  reason: string | null;
  consumed_at: Timestamp | null;
  subject_id: string | null;
  created_at: Timestamp;
  expires_at: Timestamp;
}

export type Approval = Omit<ApprovalRow, 'state'> & { state: ApprovalState };

/** An approval as of now: one that was not used in time is expired. */
export const asOf = (row: ApprovalRow, now: Timestamp): Approval =>
  (row.state === 'pending' || row.state === 'approved') && row.expires_at <= now ? { ...row, state: 'expired' } : row;

const minute_ms = 60_000;

export const expiryOf = (now: Timestamp, minutes: number): Timestamp => addMs(now, minutes * minute_ms);

/** The approvals that a user may see: their own requests, and those that they may decide. */
export interface Visible {
  user_id: string;
  actions: readonly ApprovalAction[];
  branches: Branches;
}

export const visibleTo = ({ user_id, role, merchant, branch_ids }: Actor): Visible => ({
  user_id,
  actions: approvalActions.filter((action) => approverRoles(merchant, action).includes(role)),
  branches: branch_ids,
});

export const isVisible = (approval: ApprovalRow, { user_id, actions, branches }: Visible): boolean =>
  approval.requested_by === user_id ||
  (actions.includes(approval.action) && (approval.branch_id === null || isWithin(branches, approval.branch_id)));

/** The person who decides. */
export type Approver = Pick<Actor, 'user_id' | 'role' | 'branch_ids' | 'merchant'>;

/** @throws AppError FORBIDDEN for a person who may not decide it, INVALID_STATE if it is not pending */
export function checkDecision(approver: Approver, approval: Approval): void {
  if (approval.requested_by === approver.user_id) throw forbidden('Another person must decide what you requested');
  if (!approverRoles(approver.merchant, approval.action).includes(approver.role))
    throw forbidden(`The role ${approver.role} may not approve the action ${approval.action}`);
  if (approval.branch_id !== null && !isWithin(approver.branch_ids, approval.branch_id)) throw outsideOfBranches();
  if (approval.state !== 'pending') throw invalidState(`The approval is ${approval.state}`);
}

/** Whether the requester may do the act at all, with an approval or without. */
export const mayRequest = (actor: Actor, action: ApprovalAction): boolean =>
  can(actor, action === 'stock_adjustment' ? 'stock:write' : 'sales:write');

import type { Tone } from '../../design/state-badge.tsx';
import type { Session } from '../../session/session.tsx';
import type { ResponseData } from '../../session/types.ts';

export type Approval = ResponseData<'getApproval'>;
export type ApprovalState = Approval['state'];

export const tones: Record<ApprovalState, Tone> = {
  pending: 'warning',
  approved: 'good',
  denied: 'bad',
  expired: 'over',
  consumed: 'busy',
};

/** Whether a user decides an approval that they can see: another person must have requested it. */
export const isForDecision = ({ state, requested_by }: Pick<Approval, 'state' | 'requested_by'>, user_id: string) =>
  state === 'pending' && requested_by !== user_id;

interface Decider {
  user: { role: string };
  merchant: { approval_rules: readonly { exempt_roles?: readonly string[] | undefined }[] };
  may: Session['may'];
}

/** Whether the user may decide any approvals. Owners and managers may where a rule names no roles. */
export const mayDecideAny = ({ user: { role }, merchant, may }: Decider): boolean =>
  may('approvals:write') &&
  (['owner', 'manager'].includes(role) ||
    merchant.approval_rules.some(({ exempt_roles = [] }) => exempt_roles.includes(role)));

/** How often the pending approvals are read. They expire without an event, and roles without events learn of no change. */
export const poll_approvals_ms = 10_000;

/** Whether the pending approvals may change without an event that the user gets. */
export const needsPolling = (may: Session['may'], pending: number | undefined): boolean =>
  !may('events:read') || pending !== 0;

const minute_ms = 60_000;

/** Minutes until an approval expires, rounded up; 0 if it has expired. */
export const minutesLeft = (expires_at: string, now_ms: number): number =>
  Math.max(0, Math.ceil((Date.parse(expires_at) - now_ms) / minute_ms));

/**
 * What the page shows as requested: the pending approvals, and those that were decided while it showed them. Each keeps
 * its place, so that a button does not move before it is pressed. Returns `shown` if nothing has changed.
 */
export function keepShown<Row extends { id: string }>(shown: readonly Row[], pending: readonly Row[]): readonly Row[] {
  const pendingById = new Map(pending.map((row) => [row.id, row]));
  const known = new Set(shown.map(({ id }) => id));
  const kept = shown.map((row) => pendingById.get(row.id) ?? row);
  const next = [...kept, ...pending.filter(({ id }) => !known.has(id))];
  return next.length === shown.length && next.every((row, index) => row === shown[index]) ? shown : next;
}

/** What an approval that was not given says: its text, and the values of that. */
export function refusalOf(approval: Pick<Approval, 'state' | 'decided_by_name' | 'reason'> | undefined) {
  if (approval?.state === 'expired') return { text: 'approval.expired', name: '', reason: '' } as const;
  if (approval?.state !== 'denied') return undefined;
  const { decided_by_name, reason } = approval;
  const text = reason === null ? 'approval.denied' : 'approval.deniedWhy';
  return { text, name: decided_by_name ?? '', reason: reason ?? '' } as const;
}

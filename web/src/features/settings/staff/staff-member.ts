import type { ResponseOf } from '@tillhouse/client';
import { canGrantRole } from '../../../session/permissions.ts';
import type { Session } from '../../../session/session.tsx';
import type { RowOf } from '../../../session/types.ts';

export type StaffMember = RowOf<'listStaff'>;

/** Whether the signed-in user may edit a staff member: not one with more permissions, or in other branches. */
export const mayEdit = (
  { user, may }: Session,
  { role, branch_ids }: Pick<StaffMember, 'role' | 'branch_ids'>,
): boolean =>
  may('staff:write') &&
  canGrantRole(user.role, role) &&
  (user.branch_ids === null || branch_ids?.every((id) => user.branch_ids?.includes(id)) === true);

/**
 * Response to an invitation. It has a link unless the invitation was mailed; the link is null if an earlier response
 * already had it.
 */
export type Invited = ResponseOf<'resendInvitation'>['data'];

export interface InvitedByLink {
  name: string;
  email: string;
  invitation_link: string;
}

export const hasExpired = ({ invitation_expires_at }: Pick<StaffMember, 'invitation_expires_at'>): boolean =>
  invitation_expires_at !== null && Date.parse(invitation_expires_at) <= Date.now();

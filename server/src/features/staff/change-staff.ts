import type { OperationContext } from '../../core/actor.ts';
import { changesIn } from '../../core/changes.ts';
import { forbidden, invalidState, notFound } from '../../core/errors.ts';
import type { Role } from '../../core/permissions.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { renameUser } from '../auth/accounts/users.ts';
import { endAllSessions, endSessionsByPin } from '../auth/sessions/end-sessions.ts';
import { changeMember, lockMember } from '../merchant/members.ts';
import { resolveAssignment } from './check-assignment.ts';
import { getStaffMember } from './get-staff-member.ts';
import { deleteInvitation, findInvitation, findInvitationOf, listInvitationsBy } from './invitation-queries.ts';
import { lockGranter } from './lock-granter.ts';
import { requireRoleByPin } from './pin-members.ts';
import type { StaffMemberRow } from './queries.ts';
import { assertCovers } from './rules.ts';

interface StaffMemberChange {
  id: string;
  role?: Role;
  branch_id?: string | null;
  branch_ids?: string[] | null;
  name?: string;
  is_active?: boolean;
}

/**
 * Changes the given fields of a membership. A change without effect emits no event.
 * @throws AppError NOT_FOUND, FORBIDDEN for rights beyond the caller's, VALIDATION_ERROR for an unknown branch,
 * INVALID_STATE for the last owner and for an open invitation
 */
export async function changeStaffMember(
  tx: Transaction,
  ctx: OperationContext,
  { id, ...change }: StaffMemberChange,
): Promise<StaffMemberRow> {
  const { actor, now } = ctx;
  const granter = await lockGranter(tx, { actor, now });
  const previous = await getStaffMember(tx, id);
  const member = await lockMember(tx, id);
  if (member === undefined)
    throw invalidState(`${previous.name} has not accepted the invitation yet: withdraw it and invite again`);
  if (change.role !== undefined) requireRoleByPin(previous, change.role);
  const { is_active = member.deactivated_at === null } = change;
  assertCovers(granter, member);
  const assignment = await resolveAssignment(tx, change, member);
  assertCovers(granter, assignment);
  const deactivated_at = is_active ? null : (member.deactivated_at ?? now);
  const isRenamed = change.name !== undefined && (await renameUser(tx, { id: member.user_id, name: change.name }, now));
  // Sorted like the stored ones, because a different order is not a change.
  const branch_ids = assignment.branch_ids?.toSorted() ?? null;
  const changed = { ...assignment, branch_ids, user_id: member.user_id, deactivated_at };
  if (!isRenamed && changesIn(member, changed) === undefined) return previous;
  await changeMember(tx, changed, now);
  if (deactivated_at !== null) await endSessionsByPin(tx, member.user_id, now);
  const staffMember = await getStaffMember(tx, id);
  tx.emit({ type: 'staff.updated', subject_id: staffMember.id, payload: staffMember, previous, ctx });
  return staffMember;
}

/**
 * Ends a membership and withdraws the invitations that the member sent; or withdraws an invitation.
 * @throws AppError NOT_FOUND, FORBIDDEN for rights beyond the caller's, INVALID_STATE for the last owner
 */
export async function removeMember(tx: Transaction, ctx: OperationContext, id: string): Promise<StaffMemberRow> {
  const granter = await lockGranter(tx, ctx);
  const member = await getStaffMember(tx, id);
  const invitation = await findInvitation(tx, id);
  if (invitation !== undefined) {
    assertCovers(granter, invitation);
    await withdrawInvitation(tx, ctx, { id, invited: member });
    return member;
  }
  const removed = await changeStaffMember(tx, ctx, { id, is_active: false });
  const ofMember = await findInvitationOf(tx, id);
  if (ofMember !== undefined) await withdrawInvitation(tx, ctx, { id: ofMember.id, invited: removed });
  for (const { id: sent_id, member_id } of await listInvitationsBy(tx, removed.id))
    await withdrawInvitation(tx, ctx, { id: sent_id, invited: await getStaffMember(tx, member_id ?? sent_id) });
  return removed;
}

interface Withdrawn {
  /** Of the invitation. */
  id: string;
  invited: StaffMemberRow;
}

async function withdrawInvitation(tx: Transaction, ctx: OperationContext, { id, invited }: Withdrawn): Promise<void> {
  await deleteInvitation(tx, id);
  tx.emit({ type: 'staff.uninvited', subject_id: invited.id, payload: invited, ctx });
}

/** The event payload. */
export interface SignedOut {
  id: string;
  name: string;
  sessions: number;
}

/**
 * Ends all sessions of a member. Sessions belong to a user, not to a merchant, so the member is also signed out of
 * other merchants.
 * @returns the ids of the ended sessions
 * @throws AppError NOT_FOUND, INVALID_STATE for a former member, FORBIDDEN for an owner
 */
export async function endSessionsOfMember(
  tx: Transaction,
  ctx: OperationContext,
  id: string,
): Promise<{ signed_out: SignedOut; session_ids: string[] }> {
  await lockGranter(tx, ctx);
  const member = await lockMember(tx, id);
  if (member === undefined) throw notFound('Member of the staff');
  if (member.deactivated_at !== null) throw invalidState('They no longer work here');
  if (member.role === 'owner') throw forbidden('An owner signs out everywhere themselves: DELETE /auth/sessions');
  const { name } = await getStaffMember(tx, id);
  const session_ids = await endAllSessions(tx, { user_id: member.user_id }, ctx.now);
  const signed_out = { id: member.user_id, name, sessions: session_ids.length };
  if (session_ids.length > 0)
    tx.emit({ type: 'staff.signed_out', subject_id: member.user_id, payload: signed_out, ctx });
  return { signed_out, session_ids };
}

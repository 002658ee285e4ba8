import type { Merchant } from '../../core/actor.ts';
import type { Timestamp } from '../../core/clock.ts';
import { AppError, duplicate, forbidden } from '../../core/errors.ts';
import { isAllowed } from '../../core/permissions.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { joinAnother } from '../auth/own-merchants.ts';
import { getUser } from '../auth/queries.ts';
import { addUser } from '../auth/users.ts';
import { addMember, changeMember, lockMember, type MembershipRow } from '../merchant/members.ts';
import { getMerchant } from '../merchant/queries.ts';
import { getStaffMember } from './get-staff-member.ts';
import { deleteInvitation, findInvitationByToken, type InvitationRow } from './invitation-queries.ts';
import type { StaffMemberRow } from './queries.ts';
import { invalidToken, refuseToExceed } from './rules.ts';

/** The signed-in account that accepts, or a new user with the password they chose. */
export type Accepting = { user_id: string; session_id: string } | { password_hash: string; name: string | undefined };

interface Acceptance {
  token_hash: Buffer;
  accepting: Accepting;
  /** The network address that the request came from. */
  address: string;
}

export const mustSignIn = () =>
  new AppError('UNAUTHENTICATED', 'The invited address has an account: sign in with it to accept');

/**
 * Makes the holder of an invitation link a member, and deletes the invitation.
 * @throws AppError VALIDATION_ERROR for an invalid token, UNAUTHENTICATED if the address has an account and the request
 * no session, FORBIDDEN for the account of another address, DUPLICATE for a current member
 */
export async function acceptInvitation(
  tx: Transaction,
  { token_hash, accepting, address }: Acceptance,
  now: Timestamp,
): Promise<{ member: StaffMemberRow; merchant: Merchant }> {
  const found = await findInvitationByToken(tx, token_hash, now);
  if (found === undefined) throw invalidToken();
  // Locks the staff, then reads the invitation again: another request may have used it meanwhile.
  const inviter = await lockMember(tx, found.invited_by);
  const invitation = await findInvitationByToken(tx, token_hash, now);
  if (invitation === undefined) throw invalidToken();
  refuseWithoutInviter(inviter, invitation);
  await deleteInvitation(tx, invitation.id);

  const user_id =
    'user_id' in accepting
      ? await ownAccount(tx, accepting.user_id, invitation, now)
      : await newAccount(tx, accepting, invitation, now);
  const former = await lockMember(tx, user_id);
  if (former?.deactivated_at === null) throw duplicate('token', 'You are already a member of the staff');
  const was = former && (await getStaffMember(tx, user_id));
  const { role, branch_id, branch_ids } = invitation;
  if (former === undefined) await addMember(tx, { user_id, role, branch_id, branch_ids }, now);
  else await changeMember(tx, { user_id, role, branch_id, branch_ids, deactivated_at: null }, now);

  const merchant = await getMerchant(tx);
  const member = await getStaffMember(tx, user_id);
  const session = 'session_id' in accepting ? { session_id: accepting.session_id } : {};
  const ctx = { actor: { user_id, address, merchant, ...session }, now };
  tx.emit({
    type: was === undefined ? 'staff.created' : 'staff.updated',
    subject_id: user_id,
    payload: member,
    previous: was,
    ctx,
  });
  return { member, merchant };
}

/** An invitation grants only what its inviter may grant now: nothing after the inviter was dismissed. */
function refuseWithoutInviter(inviter: MembershipRow | undefined, invitation: InvitationRow): void {
  if (inviter === undefined || inviter.deactivated_at !== null || !isAllowed(inviter.role, 'staff:write'))
    throw invalidToken();
  try {
    refuseToExceed(inviter, invitation);
  } catch {
    throw invalidToken();
  }
}

async function ownAccount(
  tx: Transaction,
  user_id: string,
  invitation: InvitationRow,
  now: Timestamp,
): Promise<string> {
  const { id, email } = await getUser(tx, user_id);
  if (email !== invitation.email) throw forbidden('The invitation is for another address: sign in with that one');
  await joinAnother(tx, id, now);
  return id;
}

async function newAccount(
  tx: Transaction,
  { password_hash, name }: { password_hash: string; name: string | undefined },
  invitation: InvitationRow,
  now: Timestamp,
): Promise<string> {
  const { id, email, phone } = invitation;
  const isNew = await addUser(tx, { id, email, name: name?.trim() ?? invitation.name, phone, password_hash }, now);
  if (!isNew) throw mustSignIn();
  return id;
}

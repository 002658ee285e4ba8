import type { Merchant } from '../../core/actor.ts';
import type { Timestamp } from '../../core/clock.ts';
import { AppError, duplicate, forbidden, invalidState } from '../../core/errors.ts';
import { isAllowed } from '../../core/permissions.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { joinMerchant } from '../auth/accounts/own-merchants.ts';
import { addUser, giveAccount } from '../auth/accounts/users.ts';
import { getUser } from '../auth/queries.ts';
import { addMember, changeMember, lockMember, type MembershipRow } from '../merchant/members.ts';
import { getMerchant } from '../merchant/queries.ts';
import { getStaffMember } from './get-staff-member.ts';
import { deleteInvitation, findInvitationByToken, type InvitationRow } from './invitation-queries.ts';
import type { StaffMemberRow } from './queries.ts';
import { assertCovers, invalidToken, type Rights } from './rules.ts';

/** The signed-in user who accepts, or a new user with the chosen password. */
export type AcceptingUser =
  | { user_id: string; session_id: string }
  | { password_hash: string; name: string | undefined };

interface Acceptance {
  token_hash: Buffer;
  user: AcceptingUser;
  /** The network address that the request came from. */
  address: string;
}

export const mustSignIn = () =>
  new AppError('UNAUTHENTICATED', 'The invited address has an account: sign in with it to accept');

/**
 * Makes the holder of an invitation link a member, or gives a member an account, and deletes the invitation.
 * @throws AppError VALIDATION_ERROR for an invalid token, UNAUTHENTICATED if the address has an account and the request
 * no session, FORBIDDEN for the account of another address, DUPLICATE for a current member
 */
export async function acceptInvitation(
  tx: Transaction,
  { token_hash, user, address }: Acceptance,
  now: Timestamp,
): Promise<{ member: StaffMemberRow; email: string; merchant: Merchant }> {
  const found = await findInvitationByToken(tx, token_hash, now);
  if (found === undefined) throw invalidToken();
  // Locks the staff, then reads the invitation again: another request may have used it meanwhile.
  const inviter = await lockMember(tx, found.invited_by);
  const invitation = await findInvitationByToken(tx, token_hash, now);
  if (invitation === undefined) throw invalidToken();
  const { member_id, email } = invitation;
  const invited = member_id === null ? undefined : await lockMember(tx, member_id);
  if (member_id !== null && invited?.deactivated_at !== null) throw invalidToken();
  requireInviterRights(inviter, invited ?? invitation);
  await deleteInvitation(tx, invitation.id);
  const merchant = await getMerchant(tx);
  const changed =
    member_id === null
      ? await joinStaff(tx, { user, invitation }, now)
      : await acceptAccount(tx, { user, invitation: { ...invitation, member_id } }, now);
  const { previous, member } = changed;
  const session = 'session_id' in user ? { session_id: user.session_id } : {};
  tx.emit({
    type: previous === undefined ? 'staff.created' : 'staff.updated',
    subject_id: member.id,
    payload: member,
    previous,
    ctx: { actor: { user_id: member.id, address, merchant, ...session }, now },
  });
  return { member, email, merchant };
}

/** Makes a member, or restores a former one. @throws AppError DUPLICATE for a current member */
async function joinStaff(
  tx: Transaction,
  { user, invitation }: { user: AcceptingUser; invitation: InvitationRow },
  now: Timestamp,
): Promise<{ previous: StaffMemberRow | undefined; member: StaffMemberRow }> {
  const user_id =
    'user_id' in user
      ? await joinWithAccount(tx, user.user_id, invitation, now)
      : await createAccount(tx, user, invitation, now);
  const former = await lockMember(tx, user_id);
  if (former?.deactivated_at === null) throw duplicate('token', 'You are already a member of the staff');
  const previous = former && (await getStaffMember(tx, user_id));
  const { role, branch_id, branch_ids } = invitation;
  if (former === undefined) await addMember(tx, { user_id, role, branch_id, branch_ids }, now);
  else await changeMember(tx, { user_id, role, branch_id, branch_ids, deactivated_at: null }, now);
  return { previous, member: await getStaffMember(tx, user_id) };
}

/**
 * An invitation grants only what its inviter may grant now. After the inviter's membership has ended, it grants
 * nothing.
 */
function requireInviterRights(inviter: MembershipRow | undefined, invitation: Rights): void {
  if (inviter === undefined || inviter.deactivated_at !== null || !isAllowed(inviter.role, 'staff:write'))
    throw invalidToken();
  try {
    assertCovers(inviter, invitation);
  } catch {
    throw invalidToken();
  }
}

async function joinWithAccount(
  tx: Transaction,
  user_id: string,
  invitation: InvitationRow,
  now: Timestamp,
): Promise<string> {
  const { id, email } = await getUser(tx, user_id);
  if (email !== invitation.email) throw forbidden('The invitation is for another address: sign in with that one');
  await joinMerchant(tx, id, now);
  return id;
}

async function createAccount(
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

interface AccountInvitation extends InvitationRow {
  member_id: string;
}

/**
 * Accepts an invitation to an account: the member gets the address and the chosen password.
 * @throws AppError INVALID_STATE if the address has an account already: accounts are not merged
 */
async function acceptAccount(
  tx: Transaction,
  { user, invitation }: { user: AcceptingUser; invitation: AccountInvitation },
  now: Timestamp,
): Promise<{ previous: StaffMemberRow; member: StaffMemberRow }> {
  if ('user_id' in user)
    throw invalidState(
      'This invitation makes a new account, and your address has one already: ask for an invitation of another address',
    );
  const { member_id, email } = invitation;
  const previous = await getStaffMember(tx, member_id);
  await giveAccount(tx, { id: member_id, email, password_hash: user.password_hash, name: user.name }, now);
  return { previous, member: await getStaffMember(tx, member_id) };
}

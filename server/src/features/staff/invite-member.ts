import type { OperationContext } from '../../core/actor.ts';
import { normalEmail } from '../../core/email.ts';
import { duplicate, invalidField, invalidState } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import type { Language } from '../../core/language.ts';
import type { Role } from '../../core/permissions.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { lockMember } from '../merchant/members.ts';
import { resolveAssignment } from './check-assignment.ts';
import { getStaffMember } from './get-staff-member.ts';
import {
  findInvitation,
  findInvitationOf,
  findMemberByEmail,
  insertInvitation,
  isInvited,
  replaceSecret,
} from './invitation-queries.ts';
import { lockGranter } from './lock-granter.ts';
import { newInvitationToken } from './prepare-acceptance.ts';
import type { StaffMemberRow } from './queries.ts';
import { assertCovers, expiryOf } from './rules.ts';

export interface Invitation {
  email: string;
  name: string;
  role: Role;
  branch_id?: string | null;
  branch_ids?: string[] | null;
  phone?: string;
}

/** How to mail an invitation; undefined if the inviter hands over the link instead. */
export type InvitationMail =
  | {
      secret: string;
      page: string;
      language: Language;
      /** Counts a mail in its transaction. @throws AppError RATE_LIMITED after more than `most` in the window */
      countMail(
        tx: Transaction,
        budget: { of: string; most: number; window_s: number; message: string },
      ): Promise<void>;
    }
  | undefined;

/** The invited member as listed, the invited address, and the token, which is returned once. */
export interface InvitationResult {
  member: StaffMemberRow;
  email: string;
  token: string;
}

/**
 * Invites a person to the staff. The invitation itself grants nothing: the holder of its link becomes a member by
 * accepting it. The operation and its result are the same whether or not the address has an account.
 * @throws AppError FORBIDDEN for rights beyond the caller's, VALIDATION_ERROR for an unknown branch, DUPLICATE if the
 * person is a member or invited already
 */
export async function inviteMember(
  tx: Transaction,
  ctx: OperationContext,
  invitation: Invitation,
  mail: InvitationMail,
): Promise<InvitationResult> {
  const { actor, now } = ctx;
  const granter = await lockGranter(tx, { actor, now });
  const assignment = await resolveAssignment(tx, invitation, {
    role: invitation.role,
    branch_id: null,
    branch_ids: null,
  });
  assertCovers(granter, assignment);
  const email = normalEmail(invitation.email);
  const known = await findMemberByEmail(tx, email);
  const former = known && (await lockMember(tx, known.user_id));
  if (former?.deactivated_at === null) throw duplicate('email', 'This person is already a member of the staff');
  if (former !== undefined) assertCovers(granter, former);
  if (await isInvited(tx, email)) throw duplicate('email', 'This person is invited already: send the invitation again');

  const { token, token_hash } = newInvitationToken(tx.merchant_id);
  const id = newId();
  const branch_ids = assignment.branch_ids?.toSorted() ?? null;
  await insertInvitation(
    tx,
    {
      ...{
        id,
        member_id: null,
        email,
        name: invitation.name.trim(),
        phone: invitation.phone ?? null,
        ...assignment,
        branch_ids,
      },
      ...{ token_hash, invited_by: actor.user_id, expires_at: expiryOf(now) },
    },
    now,
  );
  const member = await getStaffMember(tx, id);
  tx.emit({ type: 'staff.invited', subject_id: id, payload: member, ctx });
  await mailInvitation(tx, ctx, { member, email, token }, mail);
  return { member, email, token };
}

const day_s = 24 * 60 * 60;
/** Mails of a merchant in 24 hours, and of all merchants to one address, so that the service is no relay for spam. */
const mailsADay = 100;
const mailsToAddressADay = 5;

/**
 * Queues the mail of an invitation, if it is sent by mail.
 * @throws AppError RATE_LIMITED after too many of the merchant or to the address; a link can still be handed over
 */
export async function mailInvitation(
  tx: Transaction,
  { actor, now }: OperationContext,
  { email, token }: InvitationResult,
  mail: InvitationMail,
): Promise<void> {
  if (mail === undefined) return;
  const { secret, page, language, countMail } = mail;
  const budgets = [
    { of: `invitations of ${tx.merchant_id}`, most: mailsADay, message: 'Too many invitations were mailed' },
    {
      of: `invitations to ${email}`,
      most: mailsToAddressADay,
      message: 'Too many invitations were mailed to this address',
    },
  ];
  for (const budget of budgets) await countMail(tx, { ...budget, window_s: day_s });
  const message = {
    kind: 'invitation',
    merchant_name: actor.merchant.name,
    inviter: actor.name,
    link: `${page}#token=${token}`,
  } as const;
  await queueMail(
    tx,
    secret,
    { to: email, message, language, merchant_id: tx.merchant_id, expires_at: expiryOf(now) },
    now,
  );
}

/**
 * Replaces the link of an open or expired invitation. The caller becomes the inviter.
 * @throws AppError NOT_FOUND, FORBIDDEN for rights beyond the caller's, INVALID_STATE for a member who has accepted
 */
export async function resendInvitation(
  tx: Transaction,
  ctx: OperationContext,
  id: string,
  mail: InvitationMail,
): Promise<InvitationResult> {
  const { actor, now } = ctx;
  const granter = await lockGranter(tx, { actor, now });
  const previous = await getStaffMember(tx, id);
  const invitation = (await findInvitation(tx, id)) ?? (await findInvitationOf(tx, id));
  if (invitation === undefined && previous.email === null) throw invalidField('email', 'is required');
  if (invitation === undefined) throw invalidState(`${previous.name} is a member of the staff already`);
  assertCovers(granter, invitation);

  const { token, token_hash } = newInvitationToken(tx.merchant_id);
  await replaceSecret(tx, invitation.id, { token_hash, invited_by: actor.user_id, expires_at: expiryOf(now) }, now);
  const member = await getStaffMember(tx, id);
  tx.emit({ type: 'staff.invited', subject_id: member.id, payload: member, previous, ctx });
  const result = { member, email: invitation.email, token };
  await mailInvitation(tx, ctx, result, mail);
  return result;
}

import type { OperationContext } from '../../core/actor.ts';
import { normalEmail } from '../../core/email.ts';
import { duplicate, invalidField, invalidState } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { lockMember } from '../merchant/members.ts';
import { getStaffMember } from './get-staff-member.ts';
import {
  deleteInvitation,
  findInvitationOf,
  findMemberByEmail,
  insertInvitation,
  isInvited,
} from './invitation-queries.ts';
import { type InvitationMail, type InvitationResult, mailInvitation } from './invite-member.ts';
import { lockGranter } from './lock-granter.ts';
import { newInvitationToken } from './prepare-acceptance.ts';
import { assertCovers, expiryOf } from './rules.ts';

/**
 * Invites a member without an e-mail address to an account. The member keeps id, sales and PIN. An earlier invitation of
 * the member is replaced. The result is the same whether or not the address has an account.
 * @throws AppError NOT_FOUND, FORBIDDEN for rights beyond the caller's, INVALID_STATE for a member with an account and a
 * former member, VALIDATION_ERROR for an invited person, DUPLICATE if another member has the address or is invited by it
 */
export async function inviteToAccount(
  tx: Transaction,
  ctx: OperationContext,
  input: { id: string; email: string },
  mail: InvitationMail,
): Promise<InvitationResult> {
  const { actor, now } = ctx;
  const granter = await lockGranter(tx, { actor, now });
  const invited = await getStaffMember(tx, input.id);
  const member = await lockMember(tx, input.id);
  if (member === undefined)
    throw invalidField('email', 'cannot change: withdraw the invitation and invite the other address');
  if (invited.email !== null) throw invalidState(`${invited.name} is a member of the staff already`);
  assertCovers(granter, member);
  if (member.deactivated_at !== null) throw invalidState(`${invited.name} does not work here`);
  const email = normalEmail(input.email);
  if ((await findMemberByEmail(tx, email)) !== undefined)
    throw duplicate('email', 'Another member of the staff has this address');
  const earlier = await findInvitationOf(tx, input.id);
  if (earlier !== undefined) await deleteInvitation(tx, earlier.id);
  if (await isInvited(tx, email)) throw duplicate('email', 'A person with this address is invited already');

  const { token, token_hash } = newInvitationToken(tx.merchant_id);
  const { role, branch_id, branch_ids } = member;
  await insertInvitation(
    tx,
    {
      ...{ id: newId(), member_id: input.id, email, name: invited.name, phone: null, role, branch_id, branch_ids },
      ...{ token_hash, invited_by: actor.user_id, expires_at: expiryOf(now) },
    },
    now,
  );
  tx.emit({ type: 'staff.invited', subject_id: input.id, payload: invited, ctx });
  const result = { member: invited, email, token };
  await mailInvitation(tx, ctx, result, mail);
  return result;
}

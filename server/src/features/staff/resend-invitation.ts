import type { OperationContext } from '../../core/actor.ts';
import { invalidState } from '../../core/errors.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { getColleague } from './get-colleague.ts';
import { findInvitation, replaceSecret } from './invitation-queries.ts';
import { expiryOf } from './invitation-rules.ts';
import { newInvitationToken } from './invitation-token.ts';
import { type Invited, type MailedBy, mailInvitation } from './invite-member.ts';
import { lockGranter } from './lock-granter.ts';
import { refuseToExceed } from './rules.ts';

/**
 * Replaces the link of an open or expired invitation. The caller becomes the inviter.
 * @throws AppError NOT_FOUND, FORBIDDEN for rights beyond the caller's, INVALID_STATE for a member who has accepted
 */
export async function resendInvitation(tx: Transaction, ctx: OperationContext, id: string, mailedBy: MailedBy): Promise<Invited> {
  const { actor, now } = ctx;
  const granter = await lockGranter(tx, actor);
  const was = await getColleague(tx, id);
  const invitation = await findInvitation(tx, id);
  if (invitation === undefined) throw invalidState(`${was.name} is a member of the staff already`);
  refuseToExceed(granter, invitation);

  const { token, token_hash } = newInvitationToken(tx.merchant_id);
  await replaceSecret(tx, invitation.id, { token_hash, invited_by: actor.user_id, expires_at: expiryOf(now) }, now);
  const member = await getColleague(tx, id);
  tx.emit({ type: 'staff.invited', subject_id: member.id, payload: member, previous: was, ctx });
  await mailInvitation(tx, ctx, { member, token }, mailedBy);
  return { member, token };
}

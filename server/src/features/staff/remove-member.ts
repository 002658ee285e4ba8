import type { OperationContext } from '../../core/actor.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { changeColleague } from './change-colleague.ts';
import { getColleague } from './get-colleague.ts';
import { deleteInvitation, findInvitation, listInvitationsBy } from './invitation-queries.ts';
import { lockGranter } from './lock-granter.ts';
import type { ColleagueRow } from './queries.ts';
import { refuseToExceed } from './rules.ts';

/**
 * Ends a membership and withdraws the invitations that the member sent; or withdraws an invitation.
 * @throws AppError NOT_FOUND, FORBIDDEN for rights beyond the caller's, INVALID_STATE for the last owner
 */
export async function removeMember(tx: Transaction, ctx: OperationContext, id: string): Promise<ColleagueRow> {
  const granter = await lockGranter(tx, ctx.actor);
  const member = await getColleague(tx, id);
  const invitation = await findInvitation(tx, id);
  if (invitation !== undefined) {
    refuseToExceed(granter, invitation);
    await withdraw(tx, ctx, member);
    return member;
  }
  const removed = await changeColleague(tx, ctx, { id, is_active: false });
  for (const sent of await listInvitationsBy(tx, removed.id)) await withdraw(tx, ctx, await getColleague(tx, sent.id));
  return removed;
}

async function withdraw(tx: Transaction, ctx: OperationContext, invited: ColleagueRow): Promise<void> {
  await deleteInvitation(tx, invited.id);
  tx.emit({ type: 'staff.uninvited', subject_id: invited.id, payload: invited, ctx });
}

import type { Transaction } from '../../db/handle.ts';
import type { Deed } from '../../kernel/actor.ts';
import { changeColleague } from './change-colleague.ts';
import { getColleague } from './get-colleague.ts';
import { deleteInvitation, findInvitation, listInvitationsBy } from './invitation-queries.ts';
import { lockGranter } from './lock-granter.ts';
import type { ColleagueRow } from './queries.ts';
import { refuseToExceed } from './rules.ts';

/**
 * Ends a member's access, and with it the invitations that they sent; withdraws an invitation.
 * @throws Refusal NOT_FOUND, FORBIDDEN for rights beyond the caller's, INVALID_STATE for the last owner
 */
export async function removeMember(tx: Transaction, deed: Deed, id: string): Promise<ColleagueRow> {
  const granter = await lockGranter(tx, deed.actor);
  const member = await getColleague(tx, id);
  const invitation = await findInvitation(tx, id);
  if (invitation !== undefined) {
    refuseToExceed(granter, invitation);
    await withdraw(tx, deed, member);
    return member;
  }
  const removed = await changeColleague(tx, deed, { id, is_active: false });
  for (const sent of await listInvitationsBy(tx, removed.id)) await withdraw(tx, deed, await getColleague(tx, sent.id));
  return removed;
}

async function withdraw(tx: Transaction, deed: Deed, invited: ColleagueRow): Promise<void> {
  await deleteInvitation(tx, invited.id);
  tx.tell({ type: 'staff.uninvited', subject_id: invited.id, fact: invited, deed });
}

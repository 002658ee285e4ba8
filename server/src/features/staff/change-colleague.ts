import type { Transaction } from '../../db/handle.ts';
import type { Deed } from '../../kernel/actor.ts';
import type { Role } from '../../kernel/permissions.ts';
import { notFound } from '../../kernel/refusal.ts';
import { renameUser } from '../auth/rename-user.ts';
import { changeMember, lockMember } from '../merchant/change-member.ts';
import { checkBranch } from './check-branch.ts';
import { getColleague } from './get-colleague.ts';
import { lockGranter } from './lock-granter.ts';
import type { ColleagueRow } from './queries.ts';
import { refuseToExceed } from './rules.ts';

interface ColleagueChange {
  id: string;
  role?: Role;
  branch_id?: string | null;
  name?: string;
  is_active?: boolean;
}

/**
 * Changes what is given of somebody's place here.
 * @throws Refusal NOT_FOUND, FORBIDDEN for what is beyond the caller, VALIDATION_ERROR for an unknown branch, INVALID_STATE for the last owner
 */
export async function changeColleague(tx: Transaction, { actor, now }: Deed, { id, ...change }: ColleagueChange): Promise<ColleagueRow> {
  const granter = await lockGranter(tx, actor);
  const member = await lockMember(tx, id);
  if (member === undefined) throw notFound('Member of the staff');
  const { role = member.role, branch_id = member.branch_id, is_active = member.deactivated_at === null } = change;
  refuseToExceed(granter, member.role);
  refuseToExceed(granter, role);
  await checkBranch(tx, branch_id);
  const deactivated_at = is_active ? null : (member.deactivated_at ?? now);
  await changeMember(tx, { user_id: member.user_id, role, branch_id, deactivated_at }, now);
  if (change.name !== undefined) await renameUser(tx, { id: member.user_id, name: change.name }, now);
  return getColleague(tx, id);
}

import type { OperationContext } from '../../core/actor.ts';
import { changesIn } from '../../core/changes.ts';
import { invalidState } from '../../core/errors.ts';
import type { Role } from '../../core/permissions.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { renameUser } from '../auth/rename-user.ts';
import { changeMember, lockMember } from '../merchant/change-member.ts';
import { getColleague } from './get-colleague.ts';
import { lockGranter } from './lock-granter.ts';
import type { ColleagueRow } from './queries.ts';
import { readJob } from './read-job.ts';
import { refuseToExceed } from './rules.ts';

interface ColleagueChange {
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
export async function changeColleague(tx: Transaction, ctx: OperationContext, { id, ...change }: ColleagueChange): Promise<ColleagueRow> {
  const { actor, now } = ctx;
  const granter = await lockGranter(tx, actor);
  const was = await getColleague(tx, id);
  const member = await lockMember(tx, id);
  if (member === undefined) throw invalidState(`${was.name} has not accepted the invitation yet: withdraw it and invite again`);
  const { is_active = member.deactivated_at === null } = change;
  refuseToExceed(granter, member);
  const job = await readJob(tx, change, member);
  refuseToExceed(granter, job);
  const deactivated_at = is_active ? null : (member.deactivated_at ?? now);
  const isRenamed = change.name !== undefined && (await renameUser(tx, { id: member.user_id, name: change.name }, now));
  // Sorted, as stored: a different order is not a change.
  const branch_ids = job.branch_ids?.toSorted() ?? null;
  const changed = { ...job, branch_ids, user_id: member.user_id, deactivated_at };
  if (!isRenamed && changesIn(member, changed) === undefined) return was;
  await changeMember(tx, changed, now);
  const colleague = await getColleague(tx, id);
  tx.emit({ type: 'staff.updated', subject_id: colleague.id, payload: colleague, previous: was, ctx });
  return colleague;
}

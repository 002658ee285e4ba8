import type { OperationContext } from '../../core/actor.ts';
import { forbidden, invalidState, notFound } from '../../core/errors.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { endAllSessions } from '../auth/end-sessions.ts';
import { lockMember } from '../merchant/change-member.ts';
import { getColleague } from './get-colleague.ts';
import { lockGranter } from './lock-granter.ts';

/** The event payload. */
export interface SignedOut {
  id: string;
  name: string;
  sessions: number;
}

/**
 * Ends all sessions of a member. Sessions belong to a user, not to a merchant, so the member is signed out of other
 * merchants, too.
 * @returns the ids of the ended sessions
 * @throws AppError NOT_FOUND, INVALID_STATE for a former member, FORBIDDEN for an owner
 */
export async function endColleagueSessions(
  tx: Transaction,
  ctx: OperationContext,
  id: string,
): Promise<{ told: SignedOut; ended: string[] }> {
  await lockGranter(tx, ctx.actor);
  const member = await lockMember(tx, id);
  if (member === undefined) throw notFound('Member of the staff');
  if (member.deactivated_at !== null) throw invalidState('They no longer work here');
  if (member.role === 'owner') throw forbidden('An owner signs out everywhere themselves: DELETE /auth/sessions');
  const { name } = await getColleague(tx, id);
  const ended = await endAllSessions(tx, { user_id: member.user_id }, ctx.now);
  const told = { id: member.user_id, name, sessions: ended.length };
  if (ended.length > 0) tx.emit({ type: 'staff.signed_out', subject_id: member.user_id, payload: told, ctx });
  return { told, ended };
}

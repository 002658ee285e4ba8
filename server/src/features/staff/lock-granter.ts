import type { OperationContext } from '../../core/actor.ts';
import { forbidden } from '../../core/errors.ts';
import { isAllowed } from '../../core/permissions.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { requireOpenSession } from '../auth/sessions/require-session.ts';
import { lockMember, type MembershipRow } from '../merchant/members.ts';

/**
 * The caller's current membership. The cached one may be a second old, and another request may have changed it since.
 * Locks the staff until the transaction ends, and the session against its end.
 * @throws AppError FORBIDDEN, UNAUTHENTICATED if the session has ended
 */
export async function lockGranter(tx: Transaction, { actor, now }: OperationContext): Promise<MembershipRow> {
  await requireOpenSession(tx, actor.session_id, now);
  const member = await lockMember(tx, actor.user_id);
  if (member === undefined || member.deactivated_at !== null) throw forbidden('This merchant is not yours');
  if (!isAllowed(member.role, 'staff:write'))
    throw forbidden(`The role ${member.role} may not do this: it needs staff:write`);
  return member;
}

import type { Actor } from '../../core/actor.ts';
import { forbidden } from '../../core/errors.ts';
import { isAllowed } from '../../core/permissions.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { lockMember, type MembershipRow } from '../merchant/change-member.ts';

/**
 * The caller's place as it is now: what the request began with may be a second old, and be lost to a colleague's change meanwhile.
 * The staff stays as it is until the transaction ends. @throws AppError FORBIDDEN
 */
export async function lockGranter(tx: Transaction, actor: Actor): Promise<MembershipRow> {
  const member = await lockMember(tx, actor.user_id);
  if (member === undefined || member.deactivated_at !== null) throw forbidden('This merchant is not yours');
  if (!isAllowed(member.role, 'staff:write')) throw forbidden(`The role ${member.role} may not do this`);
  return member;
}

import type { OperationContext } from '../../core/actor.ts';
import type { Timestamp } from '../../core/clock.ts';
import { forbidden, invalidState } from '../../core/errors.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { isSoleMerchantOf } from '../auth/accounts/own-merchants.ts';
import { issuePasswordReset } from '../auth/accounts/reset-password.ts';
import { type MailNotice, queueNotice } from '../mail/queue-mail.ts';
import { lockMember } from '../merchant/members.ts';
import { getStaffMember } from './get-staff-member.ts';
import { lockGranter } from './lock-granter.ts';

/**
 * Creates a link to reset a member's password, for an owner to hand over where there is no mail. If mail is set up, the
 * member gets a notice.
 * The owner could use the link. So it works only for an account that belongs to no other merchant, never for the
 * owner's own account, and the audit trail records it.
 * @throws AppError NOT_FOUND, FORBIDDEN for callers other than owners, INVALID_STATE for the caller's own account, an
 * invited or former member, and an account that also works elsewhere
 */
export async function makeResetLink(
  tx: Transaction,
  { actor, now }: OperationContext,
  { id, notice }: { id: string; notice: MailNotice | undefined },
): Promise<{ token: string; expires_at: Timestamp }> {
  const granter = await lockGranter(tx, { actor, now });
  if (granter.role !== 'owner') throw forbidden('Only an owner may do this');
  const { id: user_id, name, email } = await getStaffMember(tx, id);
  const member = await lockMember(tx, user_id);
  if (member === undefined || member.deactivated_at !== null) throw invalidState(`${name} does not work here`);
  if (email === null) throw invalidState(`${name} has no account: invite an e-mail address first`);
  if (user_id === actor.user_id)
    throw invalidState('Change your own password with the current one: POST /auth/change-password');
  if (!(await isSoleMerchantOf(tx, user_id)))
    throw invalidState(`The account of ${name} may belong to another shop, too: only mail can reset its password`);
  tx.audit({ action: 'password.reset_link', subject_id: user_id, by: actor, now });
  if (notice !== undefined) {
    const { name: merchant_name, timezone } = actor.merchant;
    const message = { kind: 'reset-link', merchant_name, owner: actor.name, at: now, timezone } as const;
    await queueNotice(tx, notice, { to: email, message }, now);
  }
  return issuePasswordReset(tx, user_id, now);
}

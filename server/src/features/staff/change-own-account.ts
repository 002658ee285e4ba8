import type { OperationContext } from '../../core/actor.ts';
import type { Timestamp } from '../../core/clock.ts';
import { normalEmail } from '../../core/email.ts';
import { invalidField } from '../../core/errors.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { type ChangedAccount, changeAccount } from '../auth/accounts/change-account.ts';
import { getUser } from '../auth/queries.ts';
import { confirmIdentity } from '../auth/second-factor/confirm-identity.ts';
import { findStaffMember } from './queries.ts';

interface OwnChange {
  user_id: string;
  email: string | undefined;
  current_password: string | undefined;
}

/**
 * Checks the password again if the change has another e-mail address. Call it before a transaction is open.
 * @returns the hash of the password, as read now
 * @throws AppError VALIDATION_ERROR on `current_password`, RATE_LIMITED after too many guesses
 */
export async function confirmOwnChange(
  services: Parameters<typeof confirmIdentity>[0],
  { user_id, email, current_password }: OwnChange,
  now: Timestamp,
): Promise<string> {
  const user = await getUser(services.database.global, user_id);
  if (email === undefined || normalEmail(email) === user.email) return user.password_hash;
  if (current_password === undefined) throw invalidField('current_password', 'is required for another e-mail address');
  const proof = { user_id, password: current_password, field: 'current_password' };
  return (await confirmIdentity(services, proof, now)).password_hash;
}

/**
 * Changes the caller's own name and e-mail address. Each merchant that they are or were a member of gets an event; a
 * change without effect has none.
 * @throws AppError as `changeAccount`
 */
export async function changeOwnAccount(
  tx: Transaction,
  ctx: OperationContext,
  change: Parameters<typeof changeAccount>[1],
): Promise<ChangedAccount> {
  const changed = await changeAccount(tx, change, ctx.now);
  const { previous, account, merchant_ids } = changed;
  if (previous.name === account.name && previous.email === account.email) return changed;
  for (const merchant_id of merchant_ids)
    await tx.withTenant(merchant_id, async (own) => {
      const member = await findStaffMember(own, account.id);
      if (member === undefined) return;
      const before = { ...member, name: previous.name, email: previous.email };
      own.emit({ type: 'staff.updated', subject_id: member.id, payload: member, previous: before, ctx });
    });
  return changed;
}

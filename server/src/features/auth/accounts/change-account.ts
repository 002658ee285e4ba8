import type { Timestamp } from '../../../core/clock.ts';
import { normalEmail } from '../../../core/email.ts';
import type { Transaction } from '../../../platform/database/handle.ts';
import { type MailNotice, queueNotice } from '../../mail/queue-mail.ts';
import { getUser, updateEmail, updateUserName } from '../queries.ts';
import { type CheckedUser, requireUnchangedUser } from '../sessions/require-session.ts';
import { listMerchantIds } from './own-merchants.ts';
import { deleteResetsOf } from './password-reset-queries.ts';

interface AccountChange {
  /** As read when the request began. */
  user: CheckedUser;
  name?: string | undefined;
  email?: string | undefined;
  /** The network address that the request came from. */
  address: string;
  /** How to mail the user; undefined without a mail server. */
  notice: MailNotice | undefined;
}

export interface Account {
  id: string;
  email: string;
  name: string;
}

export interface ChangedAccount {
  previous: Account;
  account: Account;
  /** Where the user has worked, the home first: a user has the same name and address at all of them. */
  merchant_ids: string[];
}

/**
 * Changes a user's own name and e-mail address. With another address, the links to a new password that were mailed to
 * the old one end, and the old address gets a mail. The caller has confirmed the password for it.
 * @throws AppError as `requireUnchangedUser`, DUPLICATE if the address belongs to another account
 */
export async function changeAccount(tx: Transaction, change: AccountChange, now: Timestamp): Promise<ChangedAccount> {
  const { user_id: id, session_id } = change.user;
  await requireUnchangedUser(tx, change.user, now);
  const { home_merchant_id, ...before } = await getUser(tx, id);
  const previous = { id, email: before.email, name: before.name };
  const account = {
    id,
    email: change.email === undefined ? before.email : normalEmail(change.email),
    name: change.name?.trim() ?? before.name,
  };
  if (account.name !== before.name) await updateUserName(tx, account, now);
  if (account.email !== before.email) {
    await updateEmail(tx, account, now);
    await deleteResetsOf(tx, id);
    const { address, notice } = change;
    const by = { user_id: id, session_id, address };
    const emails = { before: { email: before.email }, after: { email: account.email } };
    await tx.withTenant(home_merchant_id, async (own) =>
      own.audit({ action: 'email.changed', subject_id: id, ...emails, by, now }),
    );
    const message = { kind: 'email-changed', email: account.email } as const;
    if (notice !== undefined) await queueNotice(tx, notice, { to: before.email, message }, now);
  }
  return { previous, account, merchant_ids: await listMerchantIds(tx, { id, home_merchant_id }) };
}

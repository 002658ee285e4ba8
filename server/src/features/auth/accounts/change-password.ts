import type { Timestamp } from '../../../core/clock.ts';
import { invalidField } from '../../../core/errors.ts';
import type { Transaction } from '../../../platform/database/handle.ts';
import { type MailNotice, queueNotice } from '../../mail/queue-mail.ts';
import { lockPassword, replaceHash } from '../queries.ts';
import { requireOpenSession } from '../sessions/require-session.ts';
import { endSessionsOf } from '../sessions/session-queries.ts';
import { keepApiKeys, keysPage } from './kept-keys.ts';
import type { KeptKey } from './password-reset-queries.ts';

interface PasswordChange {
  user_id: string;
  /** The session that stays open. All others end, because another person may use one of them. */
  session_id: string;
  /** The hash of the password that the user gave as the current one. */
  current_hash: string;
  new_hash: string;
  home_merchant_id: string;
  /** The network address that the request came from. */
  address: string;
  email: string;
  /** How to mail the user; undefined without a mail server. */
  notice: MailNotice | undefined;
}

/**
 * @returns the ids of the ended sessions, and the API keys that still work
 * @throws AppError VALIDATION_ERROR if the password was changed meanwhile, UNAUTHENTICATED if the session has ended
 */
export async function changePassword(
  tx: Transaction,
  { current_hash, new_hash, home_merchant_id, email, notice, ...by }: PasswordChange,
  now: Timestamp,
): Promise<{ ended: string[]; api_keys: KeptKey[] }> {
  // In the order of a reset, which ends the session after it has replaced the hash.
  await lockPassword(tx, by.user_id);
  await requireOpenSession(tx, by.session_id, now);
  if ((await replaceHash(tx, { id: by.user_id, current_hash, new_hash })) === 0)
    throw invalidField('current_password', 'is not your password');
  await tx.withTenant(home_merchant_id, async (own) =>
    own.audit({ action: 'password.changed', subject_id: by.user_id, by, now }),
  );
  const ended = await endSessionsOf(tx, { user_id: by.user_id, keep_id: by.session_id }, now);
  const api_keys = await keepApiKeys(tx, { id: by.user_id, home_merchant_id }, by, now);
  if (notice !== undefined) {
    const keys_page = notice.pageOf(keysPage);
    const message = { kind: 'password-changed', how: 'changed', passkeys: 0, api_keys, keys_page } as const;
    await queueNotice(tx, notice, { to: email, message }, now);
  }
  return { ended, api_keys };
}

import type { OperationContext } from '../../core/actor.ts';
import { mintApiKey } from '../../core/api-key.ts';
import type { Timestamp } from '../../core/clock.ts';
import { invalidState, ValidationErrors } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import type { Permission } from '../../core/permissions.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { keysPage } from '../auth/accounts/kept-keys.ts';
import { getPerson } from '../auth/queries.ts';
import { requireOpenSession } from '../auth/sessions/require-session.ts';
import { type MailNotice, queueNotice } from '../mail/queue-mail.ts';
import { listBranchesAmong } from '../merchant/find-locations.ts';
import { lockQuota } from '../merchant/lock-quota.ts';
import { getApiKey } from './change-api-key.ts';
import { type ApiKeyRow, countUsable, insertApiKey } from './queries.ts';
import { keysAtMost } from './rules.ts';

export interface ApiKeyInput {
  name: string;
  permissions: Permission[];
  branch_ids?: string[] | null;
  expires_at?: Timestamp | null;
}

/** A key with its text, which is returned only once. */
export interface CreatedApiKey {
  row: ApiKeyRow;
  key: string;
}

interface CreateOptions {
  input: ApiKeyInput;
  service_secret: string;
  /** How to mail the creator; undefined without a mail server. */
  notice: MailNotice | undefined;
}

/**
 * Creates a key, and tells its creator by mail: a key works without the password.
 * @throws AppError VALIDATION_ERROR for branches of other merchants or an expiry in the past, INVALID_STATE if there
 * are too many keys, UNAUTHENTICATED if the session has ended meanwhile
 */
export async function createApiKey(
  tx: Transaction,
  { actor, now }: OperationContext,
  { input, service_secret, notice }: CreateOptions,
): Promise<CreatedApiKey> {
  await requireOpenSession(tx, actor.session_id, now);
  const branch_ids = input.branch_ids?.toSorted() ?? null;
  const errors = new ValidationErrors();
  if (branch_ids !== null) {
    const known = await listBranchesAmong(tx, branch_ids);
    for (const [index, branch_id] of (input.branch_ids ?? []).entries())
      if (!known.has(branch_id)) errors.add(`branch_ids[${index}]`, 'is not a branch of this merchant');
  }
  const expires_at = input.expires_at ?? null;
  if (expires_at !== null && Date.parse(expires_at) <= Date.parse(now))
    errors.add('expires_at', 'must be in the future');
  errors.throwIfAny();
  await lockQuota(tx);
  if ((await countUsable(tx, now)) >= keysAtMost)
    throw invalidState(`There are ${keysAtMost} API keys already; revoke one first`);
  const { key, key_hash } = mintApiKey(tx.merchant_id, service_secret);
  const id = newId();
  const name = input.name.trim();
  const permissions = [...new Set(input.permissions)];
  await insertApiKey(
    tx,
    { id, name, key_hash, last_four: key.slice(-4), permissions, branch_ids, created_by: actor.user_id, expires_at },
    now,
  );
  tx.audit({
    action: 'api_key.created',
    subject_id: id,
    after: { name, permissions, branch_ids, expires_at },
    by: actor,
    now,
  });
  const { email } = await getPerson(tx, actor.user_id);
  if (notice !== undefined && email !== null) {
    const { name: merchant_name, timezone } = actor.merchant;
    const keys_page = notice.pageOf(keysPage);
    const message = { kind: 'api-key', name, merchant_name, keys_page, at: now, timezone } as const;
    await queueNotice(tx, notice, { to: email, message, merchant_id: tx.merchant_id }, now);
  }
  return { row: await getApiKey(tx, id, now), key };
}

import type { OperationContext } from '../../core/actor.ts';
import type { Timestamp } from '../../core/clock.ts';
import { notFound } from '../../core/errors.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';
import * as queries from './queries.ts';

/** @throws AppError NOT_FOUND */
export async function getApiKey(db: Handle, id: string, now: Timestamp): Promise<queries.ApiKeyRow> {
  const key = await queries.findApiKey(db, id, now);
  if (key === undefined) throw notFound('API key');
  return key;
}

/** @throws AppError NOT_FOUND */
export async function renameApiKey(
  tx: Transaction,
  { actor, now }: OperationContext,
  { id, name }: { id: string; name: string },
): Promise<queries.ApiKeyRow> {
  const before = await getApiKey(tx, id, now);
  const given = name.trim();
  if (before.name === given) return before;
  await queries.renameApiKey(tx, { id, name: given }, now);
  tx.audit({
    action: 'api_key.updated',
    subject_id: before.id,
    before: { name: before.name },
    after: { name: given },
    by: actor,
    now,
  });
  return getApiKey(tx, id, now);
}

/**
 * Revokes a key. It stays in the list, so that audit entries about it have a name.
 * @throws AppError NOT_FOUND, also for a revoked key
 */
export async function revokeApiKey(
  tx: Transaction,
  { actor, now }: OperationContext,
  id: string,
): Promise<queries.ApiKeyRow> {
  const key = await getApiKey(tx, id, now);
  if ((await queries.revokeApiKey(tx, id, now)) === 0) throw notFound('API key');
  tx.audit({ action: 'api_key.revoked', subject_id: key.id, before: { name: key.name }, by: actor, now });
  return key;
}

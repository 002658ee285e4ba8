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
  const previous = await getApiKey(tx, id, now);
  const new_name = name.trim();
  if (previous.name === new_name) return previous;
  await queries.renameApiKey(tx, { id, name: new_name }, now);
  const before = { name: previous.name };
  const after = { name: new_name };
  tx.audit({ action: 'api_key.updated', subject_id: previous.id, before, after, by: actor, now });
  return getApiKey(tx, id, now);
}

/**
 * Revokes a key. The key stays in the list, so that audit entries can show its name.
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

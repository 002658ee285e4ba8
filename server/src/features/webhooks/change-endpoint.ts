import type { Actor, OperationContext } from '../../core/actor.ts';
import { notFound } from '../../core/errors.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { checkTypes } from '../events/check-types.ts';
import { checkUrl, type Reach } from './check-url.ts';
import type { EndpointWish, Told } from './create-endpoint.ts';
import { getEndpoint, refuseLimited } from './get-endpoint.ts';
import * as queries from './queries.ts';
import { old_secret_ms } from './rules.ts';
import { placeOf } from './send-delivery.ts';
import { newSecret, seal } from './signing-rules.ts';

/** @throws AppError FORBIDDEN, NOT_FOUND */
export async function hold(tx: Transaction, actor: Actor, id: string): Promise<void> {
  refuseLimited(actor);
  if ((await queries.lockEndpoint(tx, id)) === undefined) throw notFound('Webhook');
}

/** The endpoint's fields in the audit trail. */
const wordsOf = ({ url, types, description, status }: queries.EndpointRow) => ({ url, types, description, status });

/** @throws AppError FORBIDDEN, NOT_FOUND, VALIDATION_ERROR */
export async function changeEndpoint(
  tx: Transaction,
  { actor, now }: OperationContext,
  { id, change, reach }: { id: string; change: Partial<EndpointWish>; reach: Reach },
): Promise<queries.EndpointRow> {
  await hold(tx, actor, id);
  const was = await getEndpoint(tx, actor, id);
  if (change.url !== undefined) checkUrl(change.url, reach.may_reach);
  if (change.types !== undefined && change.types !== null) checkTypes(change.types);
  const { url = was.url, types = was.types, description = was.description, status = was.status } = change;
  await queries.updateEndpoint(tx, id, { url, types, description, status }, now);
  tx.audit({ action: 'webhook.updated', subject_id: id, before: wordsOf(was), after: { url, types, description, status }, by: actor, now });
  return getEndpoint(tx, actor, id);
}

/** @throws AppError FORBIDDEN, NOT_FOUND */
export async function removeEndpoint(tx: Transaction, { actor, now }: OperationContext, id: string): Promise<void> {
  await hold(tx, actor, id);
  tx.audit({ action: 'webhook.deleted', subject_id: id, before: wordsOf(await getEndpoint(tx, actor, id)), by: actor, now });
  await queries.deleteEndpoint(tx, id);
}

/** Creates a new secret; the old one also signs for a day. @throws AppError FORBIDDEN, NOT_FOUND */
export async function rotateSecret(
  tx: Transaction,
  { actor, now }: OperationContext,
  { id, reach }: { id: string; reach: Reach },
): Promise<Told> {
  await hold(tx, actor, id);
  const secret = newSecret();
  const old_until = new Date(Date.parse(now) + old_secret_ms).toISOString();
  await queries.updateSecret(tx, id, seal(secret, reach.secret, placeOf(tx.merchant_id, id)), { now, old_until });
  tx.audit({ action: 'webhook.secret_rotated', subject_id: id, by: actor, now });
  return { endpoint: await getEndpoint(tx, actor, id), secret };
}

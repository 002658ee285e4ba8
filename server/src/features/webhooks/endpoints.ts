import type { Actor, OperationContext } from '../../core/actor.ts';
import { outsideOfBranches } from '../../core/branches.ts';
import { AppError, invalidField, notFound } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import type { Database, Handle, Transaction } from '../../platform/database/handle.ts';
import { literalOf, type MayReach } from '../../platform/outbound/addresses.ts';
import { checkTypes } from '../events/all-events.ts';
import { numberCommitted } from '../events/number-events.ts';
import { lockQuota } from '../merchant/lock-quota.ts';
import * as queries from './queries.ts';
import {
  countEndpoints,
  type EndpointRow,
  type EndpointStatus,
  findEndpoint,
  insertEndpoint,
  listEndpoints,
} from './queries.ts';
import { newSecret, old_secret_ms, seal } from './rules.ts';
import { placeOf } from './send-delivery.ts';

/**
 * Webhooks carry events of all branches, so users limited to branches may not manage them.
 * @throws AppError FORBIDDEN
 */
export function refuseLimited(actor: Actor): void {
  if (actor.branch_ids !== null) throw outsideOfBranches();
}

/** @throws AppError FORBIDDEN, NOT_FOUND */
export async function getEndpoint(db: Handle, actor: Actor, id: string): Promise<EndpointRow> {
  refuseLimited(actor);
  const endpoint = await findEndpoint(db, id);
  if (endpoint === undefined) throw notFound('Webhook');
  return endpoint;
}

export async function getEndpoints(db: Handle, actor: Actor): Promise<EndpointRow[]> {
  refuseLimited(actor);
  return listEndpoints(db);
}

export interface EndpointWish {
  url: string;
  types?: string[] | null;
  description?: string;
  status?: EndpointStatus;
}

/** An endpoint with its secret, which is returned only once. */
export interface Told {
  endpoint: EndpointRow;
  secret: string;
}

/**
 * Call this before creating an endpoint, which receives the events numbered after it. Events are numbered when the feed
 * is read: without this, a new endpoint could receive the unnumbered events of several weeks.
 */
export const numberWhatWas = (database: Database, { merchant }: Actor): Promise<void> =>
  numberCommitted(database, merchant.id);

/**
 * @throws AppError FORBIDDEN, VALIDATION_ERROR for unknown types or an unreachable address, INVALID_STATE if there are
 * too many endpoints
 */
export async function createEndpoint(
  tx: Transaction,
  { actor, now }: OperationContext,
  { wish, reach, endpoints_at_most }: { wish: EndpointWish; reach: Reach; endpoints_at_most: number },
): Promise<Told> {
  refuseLimited(actor);
  checkUrl(wish.url, reach.may_reach);
  const types = wish.types ?? null;
  if (types !== null) checkTypes(types);
  await lockQuota(tx);
  if ((await countEndpoints(tx)) >= endpoints_at_most)
    throw new AppError('INVALID_STATE', `There are ${endpoints_at_most} webhooks already; delete one first`, [], {
      quota: 'webhooks',
    });
  const id = newId();
  const secret = newSecret();
  const sealed = seal(secret, reach.secret, placeOf(tx.merchant_id, id));
  const { url, description = '', status = 'active' } = wish;
  await insertEndpoint(tx, { id, url, types, description, status, secret: sealed }, now);
  tx.audit({ action: 'webhook.created', subject_id: id, after: { url, types, description, status }, by: actor, now });
  return { endpoint: await getEndpoint(tx, actor, id), secret };
}

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
  tx.audit({
    action: 'webhook.updated',
    subject_id: id,
    before: wordsOf(was),
    after: { url, types, description, status },
    by: actor,
    now,
  });
  return getEndpoint(tx, actor, id);
}

/** @throws AppError FORBIDDEN, NOT_FOUND */
export async function removeEndpoint(tx: Transaction, { actor, now }: OperationContext, id: string): Promise<void> {
  await hold(tx, actor, id);
  tx.audit({
    action: 'webhook.deleted',
    subject_id: id,
    before: wordsOf(await getEndpoint(tx, actor, id)),
    by: actor,
    now,
  });
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

/** Which addresses webhooks may reach, and the secret that encrypts their secrets. */
export interface Reach {
  may_reach: MayReach;
  secret: string;
}

/**
 * Checks a URL when it is entered. A host name is checked again at each connection, by the address that it then
 * resolves to.
 * @throws AppError VALIDATION_ERROR
 */
export function checkUrl(url: string, mayReach: MayReach): void {
  const address = new URL(url);
  if (address.username !== '' || address.password !== '')
    throw invalidField('url', 'must not carry a name or password');
  const literal = literalOf(address);
  if (literal !== undefined && !mayReach(literal)) throw invalidField('url', 'must be an address on the internet');
}

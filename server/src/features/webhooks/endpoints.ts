import type { Actor, OperationContext } from '../../core/actor.ts';
import { outsideOfBranches } from '../../core/branches.ts';
import { addMs } from '../../core/clock.ts';
import { AppError, invalidField, notFound } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import type { Database, Handle, Transaction } from '../../platform/database/handle.ts';
import { literalOf, type MayReach } from '../../platform/outbound/addresses.ts';
import { requireOpenSession } from '../auth/sessions/require-session.ts';
import { checkTypes } from '../events/all-events.ts';
import { numberCommitted } from '../events/number-events.ts';
import { lockQuota } from '../merchant/lock-quota.ts';
import * as queries from './queries.ts';
import { countEndpoints, type EndpointRow, type EndpointStatus, findEndpoint, insertEndpoint } from './queries.ts';
import { newSecret, old_secret_ms, seal } from './rules.ts';
import { encryptionContext } from './send-delivery.ts';

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

export interface EndpointInput {
  url: string;
  types?: string[] | null;
  description?: string;
  status?: EndpointStatus;
}

/** An endpoint with its secret, which is returned only once. */
export interface EndpointWithSecret {
  endpoint: EndpointRow;
  secret: string;
}

/**
 * Must be called before an endpoint is created: the endpoint receives the events that are numbered later. Events are
 * numbered when a reader needs them, so without this call it could receive unnumbered events of several weeks.
 */
export const numberEarlierEvents = (database: Database, { merchant }: Actor): Promise<void> =>
  numberCommitted(database, merchant.id);

/**
 * @throws AppError FORBIDDEN, VALIDATION_ERROR for unknown types or an unreachable address, INVALID_STATE if there are
 * too many endpoints
 */
export async function createEndpoint(
  tx: Transaction,
  { actor, now }: OperationContext,
  {
    input,
    settings,
    endpoints_at_most,
  }: { input: EndpointInput; settings: EndpointSettings; endpoints_at_most: number },
): Promise<EndpointWithSecret> {
  refuseLimited(actor);
  await requireOpenSession(tx, actor.session_id, now);
  checkUrl(input.url, settings.may_reach);
  const types = input.types ?? null;
  if (types !== null) checkTypes(types);
  await lockQuota(tx);
  if ((await countEndpoints(tx)) >= endpoints_at_most)
    throw new AppError('INVALID_STATE', `There are ${endpoints_at_most} webhooks already; delete one first`, [], {
      quota: 'webhooks',
    });
  const id = newId();
  const secret = newSecret();
  const sealed = seal(secret, settings.secret, encryptionContext(tx.merchant_id, id));
  const { url, description = '', status = 'active' } = input;
  await insertEndpoint(tx, { id, url, types, description, status, secret: sealed }, now);
  tx.audit({ action: 'webhook.created', subject_id: id, after: { url, types, description, status }, by: actor, now });
  return { endpoint: await getEndpoint(tx, actor, id), secret };
}

/** Locks an endpoint that the caller may change. @throws AppError FORBIDDEN, NOT_FOUND, UNAUTHENTICATED */
export async function lockForChange(tx: Transaction, { actor, now }: OperationContext, id: string): Promise<void> {
  refuseLimited(actor);
  await requireOpenSession(tx, actor.session_id, now);
  if ((await queries.lockEndpoint(tx, id)) === undefined) throw notFound('Webhook');
}

/** The endpoint's fields in the audit trail. */
const auditedFields = ({ url, types, description, status }: queries.EndpointRow) => ({
  url,
  types,
  description,
  status,
});

/** @throws AppError FORBIDDEN, NOT_FOUND, VALIDATION_ERROR */
export async function changeEndpoint(
  tx: Transaction,
  { actor, now }: OperationContext,
  { id, change, settings }: { id: string; change: Partial<EndpointInput>; settings: EndpointSettings },
): Promise<queries.EndpointRow> {
  await lockForChange(tx, { actor, now }, id);
  const previous = await getEndpoint(tx, actor, id);
  if (change.url !== undefined) checkUrl(change.url, settings.may_reach);
  if (change.types !== undefined && change.types !== null) checkTypes(change.types);
  const {
    url = previous.url,
    types = previous.types,
    description = previous.description,
    status = previous.status,
  } = change;
  await queries.updateEndpoint(tx, id, { url, types, description, status }, now);
  tx.audit({
    action: 'webhook.updated',
    subject_id: id,
    before: auditedFields(previous),
    after: { url, types, description, status },
    by: actor,
    now,
  });
  return getEndpoint(tx, actor, id);
}

/** @throws AppError FORBIDDEN, NOT_FOUND */
export async function removeEndpoint(tx: Transaction, { actor, now }: OperationContext, id: string): Promise<void> {
  await lockForChange(tx, { actor, now }, id);
  tx.audit({
    action: 'webhook.deleted',
    subject_id: id,
    before: auditedFields(await getEndpoint(tx, actor, id)),
    by: actor,
    now,
  });
  await queries.deleteEndpoint(tx, id);
}

/** Creates a new secret; the old one also signs for a day. @throws AppError FORBIDDEN, NOT_FOUND */
export async function rotateSecret(
  tx: Transaction,
  { actor, now }: OperationContext,
  { id, settings }: { id: string; settings: EndpointSettings },
): Promise<EndpointWithSecret> {
  await lockForChange(tx, { actor, now }, id);
  const secret = newSecret();
  const old_until = addMs(now, old_secret_ms);
  await queries.updateSecret(tx, id, seal(secret, settings.secret, encryptionContext(tx.merchant_id, id)), {
    now,
    old_until,
  });
  tx.audit({ action: 'webhook.secret_rotated', subject_id: id, by: actor, now });
  return { endpoint: await getEndpoint(tx, actor, id), secret };
}

/** The settings of the service for endpoints. */
export interface EndpointSettings {
  /** Decides which addresses webhooks may reach. */
  may_reach: MayReach;
  /** The service's secret, which encrypts those of the endpoints. */
  secret: string;
}

/**
 * Checks a URL when it is entered. Each connection checks the host name again, by the address that it then resolves to.
 * @throws AppError VALIDATION_ERROR
 */
export function checkUrl(url: string, mayReach: MayReach): void {
  const address = new URL(url);
  if (address.username !== '' || address.password !== '')
    throw invalidField('url', 'must not carry a name or password');
  const literal = literalOf(address);
  if (literal !== undefined && !mayReach(literal)) throw invalidField('url', 'must be an address on the internet');
}

import type { Actor, OperationContext } from '../../core/actor.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import type { Database, Transaction } from '../../platform/database/handle.ts';
import { checkTypes } from '../events/check-types.ts';
import { numberCommitted } from '../events/number-events.ts';
import { lockQuota } from '../merchant/lock-quota.ts';
import { checkUrl, type Reach } from './check-url.ts';
import { getEndpoint, refuseLimited } from './get-endpoint.ts';
import { countEndpoints, type EndpointRow, type EndpointStatus, insertEndpoint } from './queries.ts';
import { placeOf } from './send-delivery.ts';
import { newSecret, seal } from './signing-rules.ts';

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
export const numberWhatWas = (database: Database, { merchant }: Actor): Promise<void> => numberCommitted(database, merchant.id);

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
    throw new AppError('INVALID_STATE', `There are ${endpoints_at_most} webhooks already; delete one first`, [], { quota: 'webhooks' });
  const id = newId();
  const secret = newSecret();
  const sealed = seal(secret, reach.secret, placeOf(tx.merchant_id, id));
  const { url, description = '', status = 'active' } = wish;
  await insertEndpoint(tx, { id, url, types, description, status, secret: sealed }, now);
  tx.audit({ action: 'webhook.created', subject_id: id, after: { url, types, description, status }, by: actor, now });
  return { endpoint: await getEndpoint(tx, actor, id), secret };
}

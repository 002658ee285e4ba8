import type { Actor, OperationContext } from '../../core/actor.ts';
import { addMs, type Clock, type Timestamp } from '../../core/clock.ts';
import { notFound } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';
import * as queries from './delivery-queries.ts';
import { findDeliveryTarget, markVerified } from './dispatch-queries.ts';
import { getEndpoint } from './endpoints.ts';
import { lockEndpoint } from './queries.ts';
import { deliveries_kept_ms, testType } from './rules.ts';
import { encryptionContext, type Sender, sendDelivery } from './send-delivery.ts';

/** @throws AppError FORBIDDEN, NOT_FOUND */
export async function getDeliveries(
  db: Handle,
  actor: Actor,
  list: queries.DeliveryList,
): ReturnType<typeof queries.listDeliveries> {
  await getEndpoint(db, actor, list.endpoint_id);
  return queries.listDeliveries(db, list);
}

interface DeliveryKey {
  endpoint_id: string;
  event_id: string;
}

/**
 * Sends an event again as if for the first time, whatever its delivery's state.
 * @throws AppError FORBIDDEN, NOT_FOUND
 */
export async function redeliver(
  tx: Transaction,
  { actor, now }: OperationContext,
  { endpoint_id, event_id }: DeliveryKey,
): Promise<queries.DeliveryRow> {
  await getEndpoint(tx, actor, endpoint_id);
  await lockEndpoint(tx, endpoint_id);
  await queries.reopenDelivery(tx, endpoint_id, event_id, now);
  return getDelivery(tx, { endpoint_id, event_id });
}

async function getDelivery(db: Handle, { endpoint_id, event_id }: DeliveryKey): Promise<queries.DeliveryRow> {
  const delivery = await queries.findDelivery(db, endpoint_id, event_id);
  if (delivery === undefined) throw notFound('Delivery');
  return delivery;
}

/**
 * Sends a test event at once, also to a paused endpoint, and waits for the result. Holds no connection meanwhile.
 * @throws AppError FORBIDDEN, NOT_FOUND
 */
export async function testEndpoint(
  db: Handle,
  actor: Actor,
  { endpoint_id, sender, clock }: { endpoint_id: string; sender: Sender; clock: Clock },
): Promise<queries.DeliveryRow> {
  await getEndpoint(db, actor, endpoint_id);
  const now = clock.now();
  const event_id = newId();
  const endpoint = await findDeliveryTarget(db, endpoint_id, now);
  if (endpoint === undefined) throw notFound('Webhook');
  await queries.insertTest(db, { endpoint_id, event_id, type: testType }, now);
  const nothing = {
    sequence: null,
    subject_id: null,
    user_id: null,
    api_key_id: null,
    payload: null,
    happened_at: null,
  };
  const delivery = { event_id, type: testType, attempts: 0, first_attempt_at: null, created_at: now, ...nothing };
  const { merchant_id } = db;
  const context = encryptionContext(merchant_id, endpoint_id);
  const outcome = await sendDelivery(sender, { endpoint, context, delivery, merchant_id, now });
  if (outcome.is_success && !endpoint.is_verified)
    await markVerified(db, { id: endpoint_id, url: endpoint.url }, clock.now());
  const state = outcome.is_success ? 'succeeded' : 'failed';
  await queries.updateDelivery(
    db,
    { endpoint_id, event_id, state, next_attempt_at: null, outcome },
    { sent_at: now, now: clock.now() },
  );
  return getDelivery(db, { endpoint_id, event_id });
}

/** Maintenance task. */
export const removeOldDeliveries = (db: Handle, now: Timestamp): Promise<number> =>
  queries.deleteOldDeliveries(db, addMs(now, -deliveries_kept_ms));

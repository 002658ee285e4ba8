import { addMs, type Clock } from '../../core/clock.ts';
import { newId } from '../../core/ids.ts';
import type { Database } from '../../platform/database/handle.ts';
import type { Outcome } from '../../platform/outbound/post-outside.ts';
import { numberCommitted } from '../events/number-events.ts';
import { updateDelivery } from './delivery-queries.ts';
import {
  type DeliveryTarget,
  type DueDelivery,
  fanOut,
  findDueDelivery,
  leaseEndpoint,
  makeDeliveriesDue,
  markVerified,
  releaseEndpoint,
  updateCircuit,
} from './dispatch-queries.ts';
import { lockEndpoint } from './queries.ts';
import { circuitOf, lease_ms, nextAttempt, nextProbe } from './rules.ts';
import { encryptionContext, type Sender, sendDelivery } from './send-delivery.ts';

export interface Deliverer extends Sender {
  database: Database;
  clock: Clock;
  signal: AbortSignal;
}

interface EndpointKey {
  merchant_id: string;
  endpoint_id: string;
}

const batch_size = 500;
/** After this time, another endpoint that waits gets its turn. */
const max_turn_ms = 5_000;

/**
 * Delivers an endpoint's events one after another, in order, until none is left. The lease keeps other processes from
 * delivering meanwhile; if this process dies, another continues once the lease expires.
 * @returns whether all are delivered; false if its turn ended first
 */
export async function deliverEvents(services: Deliverer, key: EndpointKey): Promise<boolean> {
  const turn_ends = performance.now() + max_turn_ms;
  const db = services.database.reader(key.merchant_id);
  const lease = { endpoint_id: key.endpoint_id, lease_id: newId() };
  try {
    while (!services.signal.aborted) {
      const now = services.clock.now();
      const endpoint = await leaseEndpoint(db, lease, {
        now,
        until: addMs(now, lease_ms),
      });
      if (endpoint === undefined) return true;
      if (endpoint.is_behind)
        await services.database.transaction(key.merchant_id, (tx) =>
          fanOut(tx, key.endpoint_id, { now, limit: batch_size }),
        );
      const delivery = await findDueDelivery(db, key.endpoint_id, now);
      if (delivery !== undefined) await attempt(services, key, { endpoint, delivery });
      else if (!endpoint.is_behind) return true;
      if (performance.now() > turn_ends) return false;
      await numberCommitted(services.database, key.merchant_id);
    }
    return true;
  } finally {
    await releaseEndpoint(db, lease);
  }
}

async function attempt(
  services: Deliverer,
  key: EndpointKey,
  { endpoint, delivery }: { endpoint: DeliveryTarget; delivery: DueDelivery },
) {
  const sent_at = services.clock.now();
  const { merchant_id, endpoint_id } = key;
  const outcome = await sendDelivery(services, {
    endpoint,
    context: encryptionContext(merchant_id, endpoint_id),
    delivery,
    merchant_id,
    now: sent_at,
  });
  await storeOutcome(services, key, { endpoint, delivery, outcome, sent_at });
}

interface AttemptResult {
  endpoint: DeliveryTarget;
  delivery: DueDelivery;
  outcome: Outcome;
  sent_at: string;
}

async function storeOutcome(
  services: Deliverer,
  key: EndpointKey,
  { endpoint, delivery, outcome, sent_at }: AttemptResult,
): Promise<void> {
  const { merchant_id, endpoint_id } = key;
  const now = services.clock.now();
  const { event_id, first_attempt_at } = delivery;
  const failure = {
    attempts: delivery.attempts + 1,
    first_attempt_at: first_attempt_at ?? sent_at,
    now,
    chance: Math.random(),
  };
  // The event was deleted, so further attempts cannot succeed.
  const isEventDeleted = outcome.status === null && delivery.sequence !== null && delivery.payload === null;
  const next_attempt_at = outcome.is_success || isEventDeleted ? null : nextAttempt(failure);
  const state = outcome.is_success ? 'succeeded' : next_attempt_at === null ? 'failed' : 'pending';
  await services.database.transaction(merchant_id, async (tx) => {
    const current = await lockEndpoint(tx, endpoint_id);
    if (current === undefined) return;
    await updateDelivery(tx, { endpoint_id, event_id, state, next_attempt_at, outcome }, { sent_at, now });
    if (outcome.is_success && !endpoint.is_verified)
      await markVerified(tx, { id: endpoint_id, url: endpoint.url }, now);
    // The outcome says nothing about another address.
    if (isEventDeleted || current.url !== endpoint.url) return;
    const failures = outcome.is_success ? 0 : current.failures + 1;
    if (failures !== current.failures)
      await updateCircuit(tx, endpoint_id, { failures, probe_at: nextProbe(failures, now, Math.random()) });
    if (outcome.is_success && circuitOf(current.failures) === 'open') await makeDeliveriesDue(tx, endpoint_id, now);
  });
}

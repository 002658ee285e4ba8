import type { Clock } from '../../core/clock.ts';
import { newId } from '../../core/ids.ts';
import type { Database } from '../../platform/database/handle.ts';
import type { Outcome } from '../../platform/outbound/post-outside.ts';
import { numberCommitted } from '../events/number-events.ts';
import { updateDelivery } from './delivery-queries.ts';
import {
  type DueDelivery,
  fanOut,
  findDueDelivery,
  type HeldEndpoint,
  hastenDeliveries,
  holdEndpoint,
  markVerified,
  releaseEndpoint,
  updateCircuit,
} from './dispatch-queries.ts';
import { lockEndpoint } from './queries.ts';
import { circuitOf, lease_ms, nextAttempt, nextProbe } from './rules.ts';
import { placeOf, type Sender, sendDelivery } from './send-delivery.ts';

export interface Deliverer extends Sender {
  database: Database;
  clock: Clock;
  signal: AbortSignal;
}

interface Place {
  merchant_id: string;
  endpoint_id: string;
}

const events_at_once = 500;
/** After this time another waiting endpoint gets its turn. */
const turn_ms = 5_000;

/**
 * Delivers an endpoint's events one after another, in order, until none is left. The lease keeps other processes from
 * delivering meanwhile; if this process dies, another continues once the lease expires.
 * @returns whether all are delivered; false if its turn ended first
 */
export async function deliverEvents(by: Deliverer, place: Place): Promise<boolean> {
  const turn_ends = performance.now() + turn_ms;
  const db = by.database.reader(place.merchant_id);
  const lease = { endpoint_id: place.endpoint_id, lease_id: newId() };
  try {
    while (!by.signal.aborted) {
      const now = by.clock.now();
      const endpoint = await holdEndpoint(db, lease, {
        now,
        until: new Date(Date.parse(now) + lease_ms).toISOString(),
      });
      if (endpoint === undefined) return true;
      if (endpoint.is_behind)
        await by.database.transaction(place.merchant_id, (tx) =>
          fanOut(tx, place.endpoint_id, { now, limit: events_at_once }),
        );
      const delivery = await findDueDelivery(db, place.endpoint_id, now);
      if (delivery !== undefined) await attempt(by, place, { endpoint, delivery });
      else if (!endpoint.is_behind) return true;
      if (performance.now() > turn_ends) return false;
      await numberCommitted(by.database, place.merchant_id);
    }
    return true;
  } finally {
    await releaseEndpoint(db, lease);
  }
}

async function attempt(
  by: Deliverer,
  place: Place,
  { endpoint, delivery }: { endpoint: HeldEndpoint; delivery: DueDelivery },
) {
  const sent_at = by.clock.now();
  const { merchant_id, endpoint_id } = place;
  const outcome = await sendDelivery(by, {
    endpoint,
    place: placeOf(merchant_id, endpoint_id),
    delivery,
    merchant_id,
    now: sent_at,
  });
  await settle(by, place, { endpoint, delivery, outcome, sent_at });
}

interface Settled {
  endpoint: HeldEndpoint;
  delivery: DueDelivery;
  outcome: Outcome;
  sent_at: string;
}

async function settle(by: Deliverer, place: Place, { endpoint, delivery, outcome, sent_at }: Settled): Promise<void> {
  const { merchant_id, endpoint_id } = place;
  const now = by.clock.now();
  const { event_id, first_attempt_at } = delivery;
  const failures = outcome.is_success ? 0 : endpoint.failures + 1;
  const failure = {
    attempts: delivery.attempts + 1,
    first_attempt_at: first_attempt_at ?? sent_at,
    now,
    chance: Math.random(),
  };
  // The event was deleted, so further attempts cannot succeed.
  const isLost = outcome.status === null && delivery.sequence !== null && delivery.payload === null;
  const next_attempt_at = outcome.is_success || isLost ? null : nextAttempt(failure);
  const state = outcome.is_success ? 'succeeded' : next_attempt_at === null ? 'failed' : 'pending';
  await by.database.transaction(merchant_id, async (tx) => {
    if ((await lockEndpoint(tx, endpoint_id)) === undefined) return;
    await updateDelivery(tx, { endpoint_id, event_id, state, next_attempt_at, outcome }, { sent_at, now });
    if (outcome.is_success && !endpoint.is_verified)
      await markVerified(tx, { id: endpoint_id, url: endpoint.url }, now);
    if (isLost) return;
    if (failures !== endpoint.failures)
      await updateCircuit(tx, endpoint_id, { failures, probe_at: nextProbe(failures, now, Math.random()) });
    if (outcome.is_success && circuitOf(endpoint.failures) === 'open') await hastenDeliveries(tx, endpoint_id, now);
  });
}

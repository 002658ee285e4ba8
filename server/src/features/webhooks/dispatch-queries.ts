import { sql } from 'kysely';
import type { Timestamp } from '../../core/clock.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';

export const listMerchants = (global: Handle): Promise<{ merchant_id: string }[]> =>
  global.many(sql<{ merchant_id: string }>`select merchant_id from webhook_merchants`);

/** Endpoints without a lease that have something to deliver and do not wait for a probe. */
export const listDueEndpoints = (db: Handle, now: Timestamp): Promise<{ id: string }[]> =>
  db.many(sql<{ id: string }>`
    select e.id from webhook_endpoints e
    where e.merchant_id = ${db.merchant_id} and e.status = 'active'
      and (e.leased_until is null or e.leased_until <= ${now}::timestamptz) and (e.probe_at is null or e.probe_at <= ${now}::timestamptz)
      and (e.cursor < (select sequence from event_heads where merchant_id = ${db.merchant_id})
        or exists (select from webhook_deliveries d
          where d.merchant_id = ${db.merchant_id} and d.endpoint_id = e.id and d.state = 'pending' and d.next_attempt_at <= ${now}::timestamptz))`);

export interface Lease {
  endpoint_id: string;
  lease_id: string;
}

/** The fields of an endpoint with which a delivery is sent, and its result is judged. */
export interface DeliveryTarget {
  url: string;
  secret: string;
  old_secret: string | null;
  failures: number;
  /** Whether a signed message was answered with 2xx at this address. */
  is_verified: boolean;
  /** Whether there are events without a delivery for this endpoint yet. */
  is_behind: boolean;
}

/**
 * Acquires or extends the lease of an endpoint; `undefined` if another process has the lease, or the endpoint is
 * paused, deleted or waits for a probe.
 */
export const leaseEndpoint = (
  db: Handle,
  { endpoint_id, lease_id }: Lease,
  { now, until }: { now: Timestamp; until: Timestamp },
): Promise<DeliveryTarget | undefined> =>
  db.first(sql<DeliveryTarget>`
    update webhook_endpoints e set lease_id = ${lease_id}::uuid, leased_until = ${until}::timestamptz
    where e.merchant_id = ${db.merchant_id} and e.id = ${endpoint_id} and e.status = 'active'
      and (e.lease_id = ${lease_id}::uuid or e.leased_until is null or e.leased_until <= ${now}::timestamptz)
      and (e.probe_at is null or e.probe_at <= ${now}::timestamptz)
    returning e.url, e.secret, case when e.old_secret_until > ${now}::timestamptz then e.old_secret end as old_secret, e.failures,
      e.verified_at is not null as is_verified,
      e.cursor < coalesce((select sequence from event_heads where merchant_id = ${db.merchant_id}), 0) as is_behind`);

export const releaseEndpoint = (db: Handle, { endpoint_id, lease_id }: Lease): Promise<number> =>
  db.run(sql`
    update webhook_endpoints set lease_id = null, leased_until = null
    where merchant_id = ${db.merchant_id} and id = ${endpoint_id} and lease_id = ${lease_id}::uuid`);

/** Releases all leases. Only for a service with a single process that has just started: other processes have ended. */
export const releaseEndpoints = (db: Handle): Promise<number> =>
  db.run(
    sql`update webhook_endpoints set lease_id = null, leased_until = null where merchant_id = ${db.merchant_id} and lease_id is not null`,
  );

/**
 * Creates deliveries for the next events and advances the endpoint's position. One statement does both, so that no
 * event is skipped. Events before the oldest kept one count as missed, also if none is kept. The position is a
 * subquery, so that the index is read from there. With a join, all kept events would be read.
 */
export const fanOut = (
  tx: Transaction,
  endpoint_id: string,
  { now, limit }: { now: Timestamp; limit: number },
): Promise<number> =>
  tx.run(sql`
    with endpoint as (
      select id, cursor, types from webhook_endpoints where merchant_id = ${tx.merchant_id} and id = ${endpoint_id} for no key update
    ), passed as (
      select id, sequence, type from events
      where merchant_id = ${tx.merchant_id} and sequence > (select cursor from endpoint) order by sequence limit ${limit}
    ), made as (
      insert into webhook_deliveries as d (merchant_id, endpoint_id, event_id, sequence, type, state, next_attempt_at, created_at)
      select ${tx.merchant_id}::uuid, p.id, n.id, n.sequence, n.type, 'pending', ${now}::timestamptz, ${now}::timestamptz
      from passed n cross join endpoint p
      where p.types is null or n.type = any(p.types) or split_part(n.type, '.', 1) || '.*' = any(p.types) or '*' = any(p.types)
      on conflict (merchant_id, endpoint_id, event_id) do update set
        state = 'pending', attempts = 0, next_attempt_at = excluded.next_attempt_at, first_attempt_at = null, finished_at = null
    )
    update webhook_endpoints w set cursor = coalesce(b.last, b.head), missed = w.missed + coalesce(b.first - 1, b.head) - w.cursor
    from (
      select min(sequence) as first, max(sequence) as last,
        (select sequence from event_heads where merchant_id = ${tx.merchant_id}) as head
      from passed
    ) b
    where w.merchant_id = ${tx.merchant_id} and w.id = ${endpoint_id} and coalesce(b.last, b.head) > w.cursor`);

export interface DueDelivery {
  event_id: string;
  type: string;
  attempts: number;
  first_attempt_at: Timestamp | null;
  created_at: Timestamp;
  /** The event's number; `null` for a test, or if the event is no longer kept. */
  sequence: bigint | null;
  subject_id: string | null;
  user_id: string | null;
  api_key_id: string | null;
  payload: string | null;
  happened_at: Timestamp | null;
}

const dueColumns = sql`
  d.event_id, d.type, d.attempts, d.first_attempt_at, d.created_at, d.sequence, e.subject_id, e.user_id, e.api_key_id, e.payload,
  e.created_at as happened_at
  from webhook_deliveries d left join events e on e.merchant_id = d.merchant_id and e.id = d.event_id`;

export const findDueDelivery = (db: Handle, endpoint_id: string, now: Timestamp): Promise<DueDelivery | undefined> =>
  db.first(sql<DueDelivery>`
    select ${dueColumns}
    where d.merchant_id = ${db.merchant_id} and d.endpoint_id = ${endpoint_id} and d.state = 'pending' and d.next_attempt_at <= ${now}::timestamptz
    order by d.sequence nulls first limit 1`);

export const updateCircuit = (
  tx: Transaction,
  endpoint_id: string,
  circuit: { failures: number; probe_at: Timestamp | null },
): Promise<number> =>
  tx.run(sql`
    update webhook_endpoints set failures = ${circuit.failures}, probe_at = ${circuit.probe_at}::timestamptz
    where merchant_id = ${tx.merchant_id} and id = ${endpoint_id}`);

/** Makes deliveries that wait for a retry due at once, because the endpoint works again. */
export const makeDeliveriesDue = (tx: Transaction, endpoint_id: string, now: Timestamp): Promise<number> =>
  tx.run(sql`
    update webhook_deliveries set next_attempt_at = ${now}::timestamptz
    where merchant_id = ${tx.merchant_id} and endpoint_id = ${endpoint_id} and state = 'pending' and next_attempt_at > ${now}::timestamptz`);

/** The endpoint as the target of a test, whatever its status. */
export const findDeliveryTarget = (db: Handle, id: string, now: Timestamp): Promise<DeliveryTarget | undefined> =>
  db.first(sql<DeliveryTarget>`
    select url, secret, case when old_secret_until > ${now}::timestamptz then old_secret end as old_secret, failures,
      verified_at is not null as is_verified, false as is_behind
    from webhook_endpoints where merchant_id = ${db.merchant_id} and id = ${id}`);

/** Records that the address accepted a signed message, unless the URL was changed meanwhile. */
export const markVerified = (db: Handle, endpoint: { id: string; url: string }, now: Timestamp): Promise<number> =>
  db.run(sql`
    update webhook_endpoints set verified_at = ${now}::timestamptz
    where merchant_id = ${db.merchant_id} and id = ${endpoint.id} and url = ${endpoint.url} and verified_at is null`);

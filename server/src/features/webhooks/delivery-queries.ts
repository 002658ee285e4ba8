import { sql } from 'kysely';
import type { Timestamp } from '../../core/clock.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';
import { build } from '../../platform/database/statement.ts';
import { listPage, type Page, type Paging, type SortKey } from '../../platform/http/paging.ts';
import type { Outcome } from '../../platform/outbound/post-outside.ts';

export type DeliveryState = 'pending' | 'succeeded' | 'failed';

export interface DeliveryRow {
  event_id: string;
  sequence: bigint | null;
  type: string;
  state: DeliveryState;
  attempts: number;
  next_attempt_at: Timestamp | null;
  first_attempt_at: Timestamp | null;
  last_attempt_at: Timestamp | null;
  status: number | null;
  answer: string | null;
  error: string | null;
  duration_ms: number | null;
  created_at: Timestamp;
  finished_at: Timestamp | null;
}

const columns = [
  'event_id',
  'sequence',
  'type',
  'state',
  'attempts',
  'next_attempt_at',
  'first_attempt_at',
  'last_attempt_at',
  'status',
  'answer',
  'error',
  'duration_ms',
  'created_at',
  'finished_at',
] as const;

const newestFirst: SortKey[] = [
  { name: 'created_at', column: sql.ref('created_at'), type: 'timestamptz', descending: true },
  { name: 'event_id', column: sql.ref('event_id'), type: 'uuid', descending: true },
];

export interface DeliveryList extends Paging {
  endpoint_id: string;
  state?: DeliveryState;
}

export function listDeliveries(
  db: Handle,
  { endpoint_id, state, ...paging }: DeliveryList,
): Promise<Page<DeliveryRow>> {
  let found = build
    .selectFrom('webhook_deliveries')
    .where('merchant_id', '=', db.merchant_id)
    .where('endpoint_id', '=', endpoint_id);
  if (state !== undefined) found = found.where('state', '=', state);
  const count = found.select(({ fn }) => fn.countAll<bigint>().as('total'));
  // The cast: the column's type does not reflect the table's check constraint.
  return listPage(db, found.select(columns), { count, order: newestFirst, paging }) as Promise<Page<DeliveryRow>>;
}

export const findDelivery = (db: Handle, endpoint_id: string, event_id: string): Promise<DeliveryRow | undefined> =>
  db.first(sql<DeliveryRow>`
    select ${sql.join(columns.map((name) => sql.ref(name)))} from webhook_deliveries
    where merchant_id = ${db.merchant_id} and endpoint_id = ${endpoint_id} and event_id = ${event_id}`);

/** Resets a delivery as if it had never been tried. */
export const reopenDelivery = (
  tx: Transaction,
  endpoint_id: string,
  event_id: string,
  now: Timestamp,
): Promise<number> =>
  tx.run(sql`
    update webhook_deliveries set state = 'pending', attempts = 0, next_attempt_at = ${now}::timestamptz, first_attempt_at = null, finished_at = null
    where merchant_id = ${tx.merchant_id} and endpoint_id = ${endpoint_id} and event_id = ${event_id}`);

/** The delivery of a test. Its caller sends it at once, so the dispatcher must not send it. */
export const insertTest = (
  db: Handle,
  row: { endpoint_id: string; event_id: string; type: string },
  now: Timestamp,
): Promise<number> =>
  db.run(sql`
    insert into webhook_deliveries (merchant_id, endpoint_id, event_id, type, state, created_at, finished_at)
    values (${db.merchant_id}, ${row.endpoint_id}, ${row.event_id}, ${row.type}, 'failed', ${now}, ${now})`);

/**
 * Deletes finished deliveries older than `before`; older events can no longer be delivered again. A test has no
 * sequence, and changes nothing.
 */
export const deleteOldDeliveries = (db: Handle, before: Timestamp): Promise<number> =>
  db.run(sql`
    with gone as (
      delete from webhook_deliveries where merchant_id = ${db.merchant_id} and state <> 'pending' and finished_at < ${before}::timestamptz
      returning endpoint_id, sequence
    )
    update webhook_endpoints e set since = least(e.cursor, greatest(e.since, g.sequence))
    from (select endpoint_id, max(sequence) as sequence from gone group by 1) g
    where e.merchant_id = ${db.merchant_id} and e.id = g.endpoint_id`);

export interface DeliveryUpdate {
  endpoint_id: string;
  event_id: string;
  state: DeliveryState;
  next_attempt_at: Timestamp | null;
  outcome: Omit<Outcome, 'is_success'>;
}

/** Stores the outcome of an attempt. The lease of the endpoint keeps other processes from delivering meanwhile. */
export const updateDelivery = (
  db: Handle,
  { endpoint_id, event_id, state, next_attempt_at, outcome }: DeliveryUpdate,
  { sent_at, now }: { sent_at: Timestamp; now: Timestamp },
): Promise<number> =>
  db.run(sql`
    update webhook_deliveries set state = ${state}, attempts = attempts + 1, next_attempt_at = ${next_attempt_at}::timestamptz,
      first_attempt_at = coalesce(first_attempt_at, ${sent_at}::timestamptz), last_attempt_at = ${sent_at}::timestamptz, status = ${outcome.status},
      answer = ${outcome.answer}, error = ${outcome.error}, duration_ms = ${outcome.duration_ms},
      finished_at = case when ${state} = 'pending' then null else ${now}::timestamptz end
    where merchant_id = ${db.merchant_id} and endpoint_id = ${endpoint_id} and event_id = ${event_id}`);

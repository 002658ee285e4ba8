import { sql } from 'kysely';
import type { Timestamp } from '../../core/clock.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';
import type { SortKey } from '../../platform/database/row-order.ts';
import { build } from '../../platform/database/statement.ts';

export type EndpointStatus = 'active' | 'paused';

/** An endpoint as the API shows it, with the numbers of its deliveries. */
export interface EndpointRow {
  id: string;
  url: string;
  types: string[] | null;
  description: string;
  status: EndpointStatus;
  cursor: bigint;
  missed: bigint;
  failures: number;
  probe_at: Timestamp | null;
  pending: number;
  failed: number;
  old_secret_until: Timestamp | null;
  /** When a signed message was first answered with 2xx at this address. */
  verified_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

const columns = [
  'e.id',
  'e.url',
  'e.types',
  'e.description',
  'e.status',
  'e.cursor',
  'e.missed',
  'e.failures',
  'e.probe_at',
  'e.old_secret_until',
  'e.verified_at',
  'e.created_at',
  'e.updated_at',
] as const;

const deliveriesIn = (state: 'pending' | 'failed') => sql<number>`(
  select count(*)::int from webhook_deliveries d
  where (d.merchant_id, d.endpoint_id) = (e.merchant_id, e.id) and d.state = ${state})`;

const endpoints = (db: Handle) =>
  build.selectFrom('webhook_endpoints as e').where('e.merchant_id', '=', db.merchant_id);

const shownEndpoints = (db: Handle) =>
  endpoints(db)
    .select(columns)
    .select([deliveriesIn('pending').as('pending'), deliveriesIn('failed').as('failed')])
    .$castTo<EndpointRow>();

export const endpointList = (db: Handle) => ({
  rows: shownEndpoints(db),
  count: endpoints(db).select(sql<bigint>`count(*)`.as('total')),
  order: [{ name: 'id', column: sql.ref('e.id'), type: 'uuid', descending: false }] satisfies SortKey[],
});

export const findEndpoint = (db: Handle, id: string): Promise<EndpointRow | undefined> =>
  db.first(shownEndpoints(db).where('e.id', '=', id));

type LockedEndpoint = Pick<EndpointRow, 'url' | 'failures'>;

export const lockEndpoint = (tx: Transaction, id: string): Promise<LockedEndpoint | undefined> =>
  tx.first(
    sql<LockedEndpoint>`select url, failures from webhook_endpoints where merchant_id = ${tx.merchant_id} and id = ${id} for no key update`,
  );

export const countEndpoints = async (db: Handle): Promise<number> =>
  (
    await db.one(
      sql<{
        found: number;
      }>`select count(*)::int as found from webhook_endpoints where merchant_id = ${db.merchant_id}`,
    )
  ).found;

export interface NewEndpoint {
  id: string;
  url: string;
  types: readonly string[] | null;
  description: string;
  status: EndpointStatus;
  secret: string;
}

/** The endpoint receives events numbered from now on. */
export async function insertEndpoint(tx: Transaction, row: NewEndpoint, now: Timestamp): Promise<void> {
  await tx.run(sql`
    insert into webhook_endpoints (merchant_id, id, url, types, description, status, secret, cursor, since, created_at, updated_at)
    select ${tx.merchant_id}::uuid, ${row.id}::uuid, ${row.url}, ${row.types}::text[], ${row.description}, ${row.status}, ${row.secret}, h.last, h.last,
      ${now}::timestamptz, ${now}::timestamptz
    from (select coalesce((select sequence from event_heads where merchant_id = ${tx.merchant_id}), 0) as last) h`);
  await tx.run(sql`insert into webhook_merchants (merchant_id) values (${tx.merchant_id}) on conflict do nothing`);
}

export interface EndpointChange {
  url: string;
  types: readonly string[] | null;
  description: string;
  status: EndpointStatus;
}

/** Pending deliveries of the old types remain; the new types apply from the endpoint's position on. */
export const updateEndpoint = (tx: Transaction, id: string, change: EndpointChange, now: Timestamp): Promise<number> =>
  tx.run(sql`
    update webhook_endpoints set url = ${change.url}, description = ${change.description}, status = ${change.status}, types = ${change.types}::text[],
      since = case when types is distinct from ${change.types}::text[] then cursor else since end,
      failures = case when url <> ${change.url} or status <> ${change.status} then 0 else failures end,
      verified_at = case when url <> ${change.url} then null else verified_at end,
      probe_at = case when url <> ${change.url} or status <> ${change.status} then null else probe_at end, updated_at = ${now}::timestamptz
    where merchant_id = ${tx.merchant_id} and id = ${id}`);

export const updateSecret = (
  tx: Transaction,
  id: string,
  secret: string,
  times: { now: Timestamp; old_until: Timestamp },
): Promise<number> =>
  tx.run(sql`
    update webhook_endpoints set old_secret = secret, old_secret_until = ${times.old_until}::timestamptz, secret = ${secret}, updated_at = ${times.now}::timestamptz
    where merchant_id = ${tx.merchant_id} and id = ${id}`);

/** The last replay of an endpoint, and whether it is still running. */
export interface LastReplay {
  replayed_at: Timestamp | null;
  is_under_way: boolean;
}

export const findLastReplay = (tx: Transaction, id: string): Promise<LastReplay> =>
  tx.one(sql<LastReplay>`
    select e.replayed_at, e.replayed_through is not null and (e.cursor < e.replayed_through or exists (
      select from webhook_deliveries d
      where d.merchant_id = e.merchant_id and d.endpoint_id = e.id and d.state = 'pending' and d.sequence <= e.replayed_through)) as is_under_way
    from webhook_endpoints e where e.merchant_id = ${tx.merchant_id} and e.id = ${id}`);

/** The event after which a replay must start to send at most `most` events; `undefined` if it may start at `after`. */
export const findReplayStart = (
  tx: Transaction,
  id: string,
  limits: { after: bigint; most: number },
): Promise<{ sequence: bigint } | undefined> =>
  tx.first(sql<{ sequence: bigint }>`
    select v.sequence from webhook_endpoints e join events v on v.merchant_id = e.merchant_id
    where e.merchant_id = ${tx.merchant_id} and e.id = ${id} and v.sequence > ${limits.after}::bigint
      and (e.types is null or v.type = any(e.types) or split_part(v.type, '.', 1) || '.*' = any(e.types) or '*' = any(e.types))
    order by v.sequence desc offset ${limits.most} limit 1`);

/** Sets the position back, so that later events are delivered again. */
export const rewindEndpoint = (tx: Transaction, id: string, after: bigint, now: Timestamp): Promise<number> =>
  tx.run(sql`
    update webhook_endpoints set cursor = ${after}::bigint, since = ${after}::bigint, replayed_at = ${now}::timestamptz,
      replayed_through = coalesce((select sequence from event_heads where merchant_id = ${tx.merchant_id}), 0)
    where merchant_id = ${tx.merchant_id} and id = ${id}`);

export async function deleteEndpoint(tx: Transaction, id: string): Promise<void> {
  await tx.run(sql`delete from webhook_deliveries where merchant_id = ${tx.merchant_id} and endpoint_id = ${id}`);
  await tx.run(sql`delete from webhook_endpoints where merchant_id = ${tx.merchant_id} and id = ${id}`);
}

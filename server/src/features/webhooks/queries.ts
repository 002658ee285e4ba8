import { sql } from 'kysely';
import type { Handle, Transaction } from '../../db/handle.ts';
import type { Timestamp } from '../../kernel/clock.ts';

export type EndpointStatus = 'active' | 'paused';

/** Endpoints as their owner sees them, with what is on the way. */
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
  created_at: Timestamp;
  updated_at: Timestamp;
}

const shown = sql`
  e.id, e.url, e.types, e.description, e.status, e.cursor, e.missed, e.failures, e.probe_at, e.old_secret_until, e.created_at, e.updated_at,
  (select count(*)::int from webhook_deliveries d where (d.merchant_id, d.endpoint_id) = (e.merchant_id, e.id) and d.state = 'pending') as pending,
  (select count(*)::int from webhook_deliveries d where (d.merchant_id, d.endpoint_id) = (e.merchant_id, e.id) and d.state = 'failed') as failed`;

export const listEndpoints = (db: Handle): Promise<EndpointRow[]> =>
  db.many(sql<EndpointRow>`select ${shown} from webhook_endpoints e where e.merchant_id = ${db.merchant_id} order by e.id`);

export const findEndpoint = (db: Handle, id: string): Promise<EndpointRow | undefined> =>
  db.first(sql<EndpointRow>`select ${shown} from webhook_endpoints e where e.merchant_id = ${db.merchant_id} and e.id = ${id}`);

export const lockEndpoint = (tx: Transaction, id: string): Promise<{ id: string } | undefined> =>
  tx.first(sql<{ id: string }>`select id from webhook_endpoints where merchant_id = ${tx.merchant_id} and id = ${id} for no key update`);

export const countEndpoints = async (db: Handle): Promise<number> =>
  (await db.one(sql<{ found: number }>`select count(*)::int as found from webhook_endpoints where merchant_id = ${db.merchant_id}`)).found;

export interface NewEndpoint {
  id: string;
  url: string;
  types: readonly string[] | null;
  description: string;
  status: EndpointStatus;
  secret: string;
}

/** It hears of what is numbered from now on. */
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

/** What was of its types before stays on its way; the new ones hold from the place that it has reached. */
export const updateEndpoint = (tx: Transaction, id: string, change: EndpointChange, now: Timestamp): Promise<number> =>
  tx.run(sql`
    update webhook_endpoints set url = ${change.url}, description = ${change.description}, status = ${change.status}, types = ${change.types}::text[],
      since = case when types is distinct from ${change.types}::text[] then cursor else since end,
      failures = case when url <> ${change.url} or status <> ${change.status} then 0 else failures end,
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

/** From here it hears of everything again. */
export const rewindEndpoint = (tx: Transaction, id: string, after: bigint): Promise<number> =>
  tx.run(sql`
    update webhook_endpoints set cursor = ${after}::bigint, since = ${after}::bigint where merchant_id = ${tx.merchant_id} and id = ${id}`);

export async function deleteEndpoint(tx: Transaction, id: string): Promise<void> {
  await tx.run(sql`delete from webhook_deliveries where merchant_id = ${tx.merchant_id} and endpoint_id = ${id}`);
  await tx.run(sql`delete from webhook_endpoints where merchant_id = ${tx.merchant_id} and id = ${id}`);
}

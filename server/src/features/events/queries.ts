import { sql } from 'kysely';
import type { Timestamp } from '../../core/clock.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';
import { column, rowsWithText, whileBelow } from '../../platform/database/statement.ts';

export interface NewEvent {
  id: string;
  type: string;
  subject_id: string;
  user_id: string | null;
  api_key_id: string | null;
  payload: string;
  created_at: Timestamp;
}

export const insertEvents = (tx: Transaction, events: readonly NewEvent[]): void =>
  tx.queueWrite(
    'events',
    sql`
    insert into events (merchant_id, id, type, subject_id, user_id, api_key_id, payload, created_at)
    select ${tx.merchant_id}::uuid, id, type, subject_id, user_id, api_key_id, payload, created_at
    from unnest(
      ${column(events, 'id')}::uuid[], ${column(events, 'type')}::text[], ${column(events, 'subject_id')}::uuid[],
      ${column(events, 'user_id')}::uuid[], ${column(events, 'api_key_id')}::uuid[], ${column(events, 'payload')}::text[],
      ${column(events, 'created_at')}::timestamptz[]
    ) as e (id, type, subject_id, user_id, api_key_id, payload, created_at)`,
  );

export const hasUnnumbered = async (db: Handle): Promise<boolean> =>
  (
    await db.one(sql<{ found: boolean }>`
      select exists (select from events where merchant_id = ${db.merchant_id} and sequence is null) as found`)
  ).found;

/** The number of events that were ever numbered, and of those not numbered yet, counted up to `atMost`. */
export const countCommitted = (db: Handle, atMost: number): Promise<{ numbered: bigint; waiting: number }> =>
  db.one(sql<{ numbered: bigint; waiting: number }>`
    select coalesce((select sequence from event_heads where merchant_id = ${db.merchant_id}), 0)::bigint as numbered,
      (select count(*)::int from (
        select from events where merchant_id = ${db.merchant_id} and sequence is null limit ${atMost}
      ) w) as waiting`);

export const insertMissingHead = (tx: Transaction): Promise<number> =>
  tx.run(sql`insert into event_heads (merchant_id) values (${tx.merchant_id}) on conflict do nothing`);

/** The last number that was assigned. Locked until the transaction ends. */
export const lockHead = (tx: Transaction): Promise<{ sequence: bigint }> =>
  tx.one(sql<{ sequence: bigint }>`select sequence from event_heads where merchant_id = ${tx.merchant_id} for update`);

/**
 * Numbers committed events that have no number. It is a separate statement after the lock, so that it sees everything
 * that earlier holders of the lock saw.
 * An event's number comes from its position in the list of ids. A join would compare every pair of events as long as
 * the planner has no statistics about a new merchant.
 */
export const numberEvents = (tx: Transaction, after: bigint, limit: number): Promise<number> =>
  tx.run(sql`
    with waiting as materialized (
      select array(
        select id from events where merchant_id = ${tx.merchant_id} and sequence is null order by id limit ${limit}
      ) as ids
    )
    update events set sequence = ${after}::bigint + array_position((select ids from waiting), id)
    where merchant_id = ${tx.merchant_id} and id = any((select ids from waiting)::uuid[])`);

export const advanceHead = (tx: Transaction, by: number): Promise<number> =>
  tx.run(sql`update event_heads set sequence = sequence + ${by}::bigint where merchant_id = ${tx.merchant_id}`);

export interface EventRow {
  id: string;
  sequence: bigint;
  type: string;
  subject_id: string;
  user_id: string | null;
  api_key_id: string | null;
  payload: string;
  created_at: Timestamp;
}

export interface Bounds {
  /** The number of the oldest kept event; `null` if there is none. */
  first: bigint | null;
  /** The last number that was assigned. */
  last: bigint;
}

export const readBounds = (db: Handle): Promise<Bounds> =>
  db.one(sql<Bounds>`
    select (select min(sequence) from events where merchant_id = ${db.merchant_id} and sequence is not null) as first,
      coalesce((select sequence from event_heads where merchant_id = ${db.merchant_id}), 0) as last`);

export interface EventFilter extends PageSize {
  after: bigint;
  /** `null` for all; `sale.*` for all with a prefix. */
  types: readonly string[] | null;
}

/** The most that a page contains: this number of events, and no further one after this number of bytes. */
export interface PageSize {
  limit: number;
  bytes: number;
}

/** Events in order. An event can have hundreds of KiB, so a page may end before its `limit`. */
export async function listEvents(
  db: Handle,
  { after, types, limit, bytes }: EventFilter,
): Promise<{ events: EventRow[]; has_more: boolean }> {
  const found = await db.many(sql<Omit<EventRow, 'payload'> & { payload: string | null }>`
    select id, sequence, type, subject_id, user_id, api_key_id, created_at,
      ${whileBelow(bytes, sql`payload`, sql`sequence`)} as payload
    from events
    where merchant_id = ${db.merchant_id} and sequence > ${after}::bigint and (${types}::text[] is null or type = any(${types}::text[]))
    order by sequence limit ${limit + 1}`);
  const events = rowsWithText(found, 'payload').slice(0, limit);
  return { events, has_more: found.length > events.length };
}

export const listEventSummaries = (
  db: Handle,
  after: bigint,
  limit: number,
): Promise<Pick<EventRow, 'sequence' | 'type' | 'subject_id'>[]> =>
  db.many(sql<Pick<EventRow, 'sequence' | 'type' | 'subject_id'>>`
    select sequence, type, subject_id from events
    where merchant_id = ${db.merchant_id} and sequence > ${after}::bigint order by sequence limit ${limit}`);

/** The id of the event with a number; `undefined` if it is no longer kept. */
export const findEventId = async (db: Handle, sequence: bigint): Promise<string | undefined> =>
  (
    await db.first(
      sql<{
        id: string;
      }>`select id from events where merchant_id = ${db.merchant_id} and sequence = ${sequence}::bigint`,
    )
  )?.id;

/** Deletes the events before the first one that is kept, so that no number is missing between those that remain. */
export const deleteOldEvents = (db: Handle, before: Timestamp): Promise<number> =>
  db.run(sql`
    delete from events where merchant_id = ${db.merchant_id}
      and sequence < coalesce((select min(sequence) from events where merchant_id = ${db.merchant_id} and created_at >= ${before}), 9223372036854775807)`);

export interface StoredPayload {
  id: string;
  payload: string;
}

export const listIdsAbout = async (tx: Transaction, subject_ids: readonly string[]): Promise<string[]> =>
  column(
    await tx.many(sql<{ id: string }>`
      select id from events where merchant_id = ${tx.merchant_id} and subject_id = any(${[...subject_ids]}::uuid[])`),
    'id',
  );

export interface EventKey {
  subject_id: string;
  created_at: Timestamp;
}

export const listIdsAt = async (tx: Transaction, keys: readonly EventKey[]): Promise<string[]> =>
  column(
    await tx.many(sql<{ id: string }>`
      select distinct e.id
      from unnest(${column(keys, 'subject_id')}::uuid[], ${column(keys, 'created_at')}::timestamptz[]) as m (subject_id, created_at)
      join events e on e.merchant_id = ${tx.merchant_id} and e.subject_id = m.subject_id and e.created_at = m.created_at`),
    'id',
  );

export const listPayloads = (tx: Transaction, ids: readonly string[]): Promise<StoredPayload[]> =>
  tx.many(sql<StoredPayload>`
    select id, payload from events where merchant_id = ${tx.merchant_id} and id = any(${[...ids]}::uuid[])`);

export const updatePayloads = (tx: Transaction, events: readonly StoredPayload[]): Promise<number> =>
  tx.run(sql`
    update events e set payload = n.payload
    from unnest(${column(events, 'id')}::uuid[], ${column(events, 'payload')}::text[]) as n (id, payload)
    where e.merchant_id = ${tx.merchant_id} and e.id = n.id`);

export const findEvents = (db: Handle, ids: readonly string[]): Promise<EventRow[]> =>
  db.many(sql<EventRow>`
    select id, sequence, type, subject_id, user_id, api_key_id, payload, created_at from events
    where merchant_id = ${db.merchant_id} and id = any(${[...ids]}::uuid[]) and sequence is not null`);

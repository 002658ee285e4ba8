import { chunksOf } from '../../core/chunks.ts';
import { addMs, type Timestamp } from '../../core/clock.ts';
import type { DomainEvent } from '../../core/domain-event.ts';
import { newId } from '../../core/ids.ts';
import type { Database, Handle, Transaction } from '../../platform/database/handle.ts';
import { eventTypes } from './all-events.ts';
import { numberCommitted } from './number-events.ts';
import {
  deleteOldEvents,
  type EventKey,
  insertEvents,
  listIdsAbout,
  listIdsAt,
  listPayloads,
  updatePayloads,
} from './queries.ts';

/** Queues the events of a transaction, to be written with its last statements before the commit. */
export function writeEvents(tx: Transaction, domainEvents: readonly DomainEvent[]): void {
  const events = domainEvents.map(({ type, subject_id, payload, ctx }) => {
    const known = eventTypes[type];
    if (known === undefined) throw new Error(`“${type}” is not an event type`);
    return {
      id: newId(),
      type,
      subject_id,
      user_id: ctx.actor.user_id,
      api_key_id: ctx.actor.api_key?.id ?? null,
      payload: JSON.stringify(known.render(payload, ctx.actor.merchant)),
      created_at: ctx.now,
    };
  });
  insertEvents(tx, events);
}

/** The event of a sale can have hundreds of KiB, that of a product a few. */
const [largeAtOnce, smallAtOnce] = [20, 500];

type Rewrite = (data: Record<string, unknown>) => Record<string, unknown>;

/** Rewrites the payloads of all events of these records. Types, times and order stay. */
export const erasePayloads = async (tx: Transaction, subject_ids: readonly string[], rewrite: Rewrite): Promise<void> =>
  rewritePayloads(tx, await listIdsAbout(tx, subject_ids), { rewrite, atOnce: largeAtOnce });

/** Rewrites only the payloads of a record's events at given times, because a product may have very many events. */
export const erasePayloadsAt = async (tx: Transaction, keys: readonly EventKey[], rewrite: Rewrite): Promise<void> =>
  rewritePayloads(tx, keys.length === 0 ? [] : await listIdsAt(tx, keys), { rewrite, atOnce: smallAtOnce });

async function rewritePayloads(
  tx: Transaction,
  ids: readonly string[],
  { rewrite, atOnce }: { rewrite: Rewrite; atOnce: number },
): Promise<void> {
  for (const some of chunksOf(ids, atOnce)) {
    const payloads = await listPayloads(tx, some);
    await updatePayloads(
      tx,
      payloads.map(({ id, payload }) => ({ id, payload: JSON.stringify(rewrite(JSON.parse(payload))) })),
    );
  }
}

const retention_ms = 90 * 24 * 60 * 60 * 1_000;

/**
 * Maintenance task: deletes events that are no longer kept. Unread events are numbered first, so that a reader with an
 * older position gets an error instead of a gap.
 */
export async function removeOldEvents(db: Handle, now: Timestamp, database: Database): Promise<number> {
  await numberCommitted(database, db.merchant_id);
  return deleteOldEvents(db, addMs(now, -retention_ms));
}

import type { Timestamp } from '../../core/clock.ts';
import type { DomainEvent } from '../../core/domain-event.ts';
import { newId } from '../../core/ids.ts';
import type { Database, Handle, Transaction } from '../../platform/database/handle.ts';
import { eventTypes } from './all-events.ts';
import { numberCommitted } from './number-events.ts';
import {
  deleteOldEvents,
  insertEvents,
  type KeptPayload,
  listEventsAbout,
  listEventsAt,
  type Moment,
  updatePayloads,
} from './queries.ts';

/** Writes the events of a transaction, as its last statement before the commit. */
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

type Rewrite = (data: Record<string, unknown>) => Record<string, unknown>;

/** Rewrites the payloads of these records' events. Types, times and order stay. */
export const erasePayloads = async (tx: Transaction, subject_ids: readonly string[], rewrite: Rewrite): Promise<void> =>
  rewritePayloads(tx, await listEventsAbout(tx, subject_ids), rewrite);

/** Rewrites only the payloads that a record's events have at given times: a product may have very many events. */
export const erasePayloadsAt = async (tx: Transaction, moments: readonly Moment[], rewrite: Rewrite): Promise<void> =>
  rewritePayloads(tx, moments.length === 0 ? [] : await listEventsAt(tx, moments), rewrite);

async function rewritePayloads(tx: Transaction, events: readonly KeptPayload[], rewrite: Rewrite): Promise<void> {
  const rewritten = events.map(({ id, payload }) => ({ id, payload: JSON.stringify(rewrite(JSON.parse(payload))) }));
  if (rewritten.length > 0) await updatePayloads(tx, rewritten);
}

const kept_ms = 90 * 24 * 60 * 60 * 1_000;

/**
 * Deletes events that are no longer kept. Numbers them first if they were not read, so that a reader with an older
 * position is told of the gap.
 */
export async function removeOldEvents(db: Handle, now: Timestamp, database: Database): Promise<number> {
  await numberCommitted(database, db.merchant_id);
  return deleteOldEvents(db, new Date(Date.parse(now) - kept_ms).toISOString());
}

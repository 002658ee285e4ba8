import type { DomainEvent } from '../../core/domain-event.ts';
import { newId } from '../../core/ids.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { eventTypes } from './all-events.ts';
import { insertEvents } from './queries.ts';

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

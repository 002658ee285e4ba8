import type { Merchant } from '../../core/actor.ts';
import type { DomainEvent } from '../../core/domain-event.ts';
import { newId } from '../../core/ids.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { insertEvents } from './queries.ts';

type Render = (type: string, payload: unknown, merchant: Merchant) => unknown;

/** Writes the events of a transaction, as its last statement before the commit. */
export function writeEvents(tx: Transaction, domainEvents: readonly DomainEvent[], render: Render): void {
  const events = domainEvents.map(({ type, subject_id, payload, ctx }) => ({
    id: newId(),
    type,
    subject_id,
    user_id: ctx.actor.user_id,
    api_key_id: ctx.actor.api_key?.id ?? null,
    payload: JSON.stringify(render(type, payload, ctx.actor.merchant)),
    created_at: ctx.now,
  }));
  insertEvents(tx, events);
}

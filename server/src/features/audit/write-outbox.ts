import type { OutboxWriter } from '../../platform/database/handle.ts';
import { eventTypes } from '../events/all-events.ts';
import { writeEvents } from '../events/write-events.ts';
import { writeEntries } from './write-entries.ts';

/** Writes the events and audit entries of a transaction. The database calls it before each commit that has any. */
export const writeOutbox: OutboxWriter = (tx, domainEvents, notes) => {
  if (domainEvents.length > 0) writeEvents(tx, domainEvents);
  writeEntries(
    tx,
    { domainEvents, notes },
    ({ type, ctx }, payload) => eventTypes[type]?.render(payload, ctx.actor.merchant) as Record<string, unknown>,
  );
};

import type { Timestamp } from '../../core/clock.ts';
import type { Handle, OutboxWriter } from '../../platform/database/handle.ts';
import { eventTypes, writeOutbox as writeOutboxEvents } from '../events/lookup.ts';
import { deleteOldEntries } from './queries.ts';
import { writeEntries } from './write-entries.ts';

/** Writes the events and audit entries of a transaction. The database calls it before each commit that has any. */
export const writeOutbox: OutboxWriter = (tx, domainEvents, notes) => {
  if (domainEvents.length > 0) writeOutboxEvents(tx, domainEvents);
  writeEntries(
    tx,
    { domainEvents, notes },
    ({ type, ctx }, payload) => eventTypes[type]?.render(payload, ctx.actor.merchant) as Record<string, unknown>,
  );
};

const kept_ms = 400 * 24 * 60 * 60 * 1_000;

/** For housekeeping: entries past their time. */
export const removeOldEntries = (db: Handle, now: Timestamp): Promise<number> =>
  deleteOldEntries(db, new Date(Date.parse(now) - kept_ms).toISOString());

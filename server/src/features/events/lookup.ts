import type { Timestamp } from '../../core/clock.ts';
import type { DomainEvent } from '../../core/domain-event.ts';
import type { Database, Handle, Transaction } from '../../platform/database/handle.ts';
import * as all from './all-events.ts';
import * as queries from './queries.ts';
import * as retention from './remove-old-events.ts';
import { readTypes } from './rules.ts';
import * as state from './tell-state.ts';
import { writeEvents } from './write-events.ts';

/** Writes the events of a transaction before its commit. */
export const writeOutbox = (tx: Transaction, domainEvents: readonly DomainEvent[]): void =>
  writeEvents(tx, domainEvents, (type, payload, merchant) => {
    const known = all.eventTypes[type];
    if (known === undefined) throw new Error(`“${type}” is not an event type`);
    return known.render(payload, merchant);
  });

/** All event types. */
export const { eventTypes } = all;

/** A value that changes with each commit that emits events of the merchant; `undefined` if it cannot be determined. */
export const findState = (database: Database, merchant_id: string): Promise<string | undefined> => state.findState(database, merchant_id);

/** Maintenance task: deletes events that are no longer kept. */
export const removeOldEvents = (db: Handle, now: Timestamp, database: Database): Promise<number> =>
  retention.removeOldEvents(db, now, database);

/** What other features may ask about events. `numberCommitted` numbers them. */

/** Events of certain types after a number, in order. */
export const listEventsAfter = (db: Handle, filter: queries.EventFilter): Promise<queries.EventRow[]> => queries.listEvents(db, filter);

export const findEvents = (db: Handle, ids: readonly string[]): Promise<queries.EventRow[]> => queries.findEvents(db, ids);

export type { EventRow } from './queries.ts';

/** Events after a number, without their payloads. */
export const listHappened = (db: Handle, after: bigint, limit: number) => queries.listHappened(db, after, limit);

/** @throws AppError VALIDATION_ERROR naming an unknown event type or prefix like `sale.*` */
export const checkTypes = (types: readonly string[]): void => {
  readTypes(types.join(','), Object.keys(all.eventTypes));
};

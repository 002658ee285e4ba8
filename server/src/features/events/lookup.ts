import type { Database, Handle, Transaction } from '../../db/handle.ts';
import type { Timestamp } from '../../kernel/clock.ts';
import type { Happening } from '../../kernel/happening.ts';
import * as all from './all-events.ts';
import * as retention from './remove-old-events.ts';
import { writeEvents } from './write-events.ts';

/** What the database calls before each commit in which something was told. */
export const chronicle = (tx: Transaction, happenings: readonly Happening[]): Promise<void> =>
  writeEvents(tx, happenings, (type, fact, merchant) => {
    const known = all.eventTypes[type];
    if (known === undefined) throw new Error(`“${type}” is no type of event`);
    return known.render(fact, merchant);
  });

/** Every type of event there is. */
export const { eventTypes } = all;

/** For housekeeping: events that nobody can read on from any more. */
export const removeOldEvents = (db: Handle, now: Timestamp, database: Database): Promise<number> =>
  retention.removeOldEvents(db, now, database);

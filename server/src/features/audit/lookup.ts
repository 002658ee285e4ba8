import type { Chronicle, Handle } from '../../db/handle.ts';
import type { Timestamp } from '../../kernel/clock.ts';
import { eventTypes, chronicle as tellOthers } from '../events/lookup.ts';
import { deleteOldEntries } from './queries.ts';
import { writeEntries } from './write-entries.ts';

/** What the database calls before each commit in which something was told or noted: the events, and what of it is kept for the audit. */
export const chronicle: Chronicle = (tx, happenings, notes) => {
  if (happenings.length > 0) tellOthers(tx, happenings);
  writeEntries(
    tx,
    { happenings, notes },
    ({ type, deed }, fact) => eventTypes[type]?.render(fact, deed.actor.merchant) as Record<string, unknown>,
  );
};

const kept_ms = 400 * 24 * 60 * 60 * 1_000;

/** For housekeeping: entries past their time. */
export const removeOldEntries = (db: Handle, now: Timestamp): Promise<number> =>
  deleteOldEntries(db, new Date(Date.parse(now) - kept_ms).toISOString());

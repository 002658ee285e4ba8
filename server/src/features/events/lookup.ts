import type { Transaction } from '../../db/handle.ts';
import type { Happening } from '../../kernel/happening.ts';
import { eventTypes } from './all-events.ts';
import { writeEvents } from './write-events.ts';

/** What the database calls before each commit in which something was told. */
export const chronicle = (tx: Transaction, happenings: readonly Happening[]): Promise<void> =>
  writeEvents(tx, happenings, (type, fact, merchant) => {
    const known = eventTypes[type];
    if (known === undefined) throw new Error(`“${type}” is no type of event`);
    return known.render(fact, merchant);
  });

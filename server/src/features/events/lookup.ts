import type { Transaction } from '../../db/handle.ts';
import type { Happening } from '../../kernel/happening.ts';
import { eventTypes } from './all-events.ts';
import { readTypes } from './rules.ts';
import { writeEvents } from './write-events.ts';

/** What the database calls before each commit in which something was told. */
export const chronicle = (tx: Transaction, happenings: readonly Happening[]): Promise<void> =>
  writeEvents(tx, happenings, (type, fact, merchant) => {
    const known = eventTypes[type];
    if (known === undefined) throw new Error(`“${type}” is no type of event`);
    return known.render(fact, merchant);
  });

/** @throws Refusal VALIDATION_ERROR naming what is no type of event, nor a kind of them like `sale.*` */
export const checkTypes = (types: readonly string[]): void => {
  readTypes(types.join(','), Object.keys(eventTypes));
};

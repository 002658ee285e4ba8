import type { Transaction } from '../../db/handle.ts';
import type { Timestamp } from '../../kernel/clock.ts';
import type { Doer, Happening, Note } from '../../kernel/happening.ts';
import { newId } from '../../kernel/ids.ts';
import { insertEntries, type NewEntry } from './queries.ts';
import { changeOf, isAudited } from './rules.ts';

/** Makes the payload of a happening's fact, or of what was before it. */
type Render = (happening: Happening, fact: unknown) => Record<string, unknown>;

interface Told {
  happenings: readonly Happening[];
  notes: readonly Note[];
}

/** Writes down what was changed in a transaction, as one of its last statements; what has a ledger of its own stands there alone. */
export function writeEntries(tx: Transaction, { happenings, notes }: Told, render: Render): void {
  const changes = happenings
    .filter(({ type }) => isAudited(type))
    .map((happening) => {
      const { type, subject_id, fact, was, deed } = happening;
      const before = was === undefined ? undefined : render(happening, was);
      return entryOf({ action: type, subject_id, ...changeOf(type, render(happening, fact), before), by: deed.actor, now: deed.now });
    });
  const entries = [...changes, ...notes.map(entryOf)];
  if (entries.length > 0) insertEntries(tx, entries);
}

interface Said {
  action: string;
  subject_id: string | null;
  before?: object | null;
  after?: object | null;
  by: Doer;
  now: Timestamp;
}

const textOf = (value: object | null | undefined) => (value === null || value === undefined ? null : JSON.stringify(value));

const entryOf = ({ action, subject_id, before, after, by, now }: Said): NewEntry => ({
  id: newId(),
  action,
  subject_id,
  user_id: by.user_id,
  session_id: by.session_id ?? null,
  api_key_id: by.api_key?.id ?? null,
  address: by.address ?? null,
  before: textOf(before),
  after: textOf(after),
  created_at: now,
});

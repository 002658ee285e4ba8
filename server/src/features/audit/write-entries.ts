import { chunksOf } from '../../core/chunks.ts';
import { addMs, type Timestamp } from '../../core/clock.ts';
import type { AuditNote, DomainEvent, StoredActor } from '../../core/domain-event.ts';
import { newId } from '../../core/ids.ts';
import type { Handle, OutboxWriter, Transaction } from '../../platform/database/handle.ts';
import { eventTypes } from '../events/all-events.ts';
import { writeEvents } from '../events/write-events.ts';
import {
  clearChanges,
  deleteOldEntries,
  insertEntries,
  listChanges,
  listIdsAbout,
  type NewEntry,
  updateChanges,
} from './queries.ts';
import { changeOf, isAudited, withShortLists } from './rules.ts';

/** Renders the payload of an event, or the previous version of the record. */
type Render = (event: DomainEvent, payload: unknown) => Record<string, unknown>;

interface Changes {
  domainEvents: readonly DomainEvent[];
  notes: readonly AuditNote[];
}

/** Queues the audit entries of a transaction, to be written with its last statements. Not every event has an entry. */
export function writeEntries(tx: Transaction, { domainEvents, notes }: Changes, render: Render): void {
  const changes = domainEvents
    .filter(({ type }) => isAudited(type))
    .map((event) => {
      const { type, subject_id, payload, previous, ctx } = event;
      const before = previous === undefined ? undefined : render(event, previous);
      return newEntry({
        action: type,
        subject_id,
        ...changeOf(type, render(event, payload), before),
        by: ctx.actor,
        now: ctx.now,
      });
    });
  const entries = [...changes, ...notes.map(newEntry)];
  if (entries.length > 0) insertEntries(tx, entries);
}

interface EntryInput {
  action: string;
  subject_id: string | null;
  before?: object | null;
  after?: object | null;
  by: StoredActor;
  now: Timestamp;
}

const toJson = (value: object | null | undefined) =>
  value === null || value === undefined ? null : JSON.stringify(withShortLists(value));

const newEntry = ({ action, subject_id, before, after, by, now }: EntryInput): NewEntry => ({
  id: newId(),
  action,
  subject_id,
  user_id: by.user_id,
  session_id: by.session_id ?? null,
  api_key_id: by.api_key?.id ?? null,
  address: by.address ?? null,
  before: toJson(before),
  after: toJson(after),
  created_at: now,
});

/** Writes the events and audit entries of a transaction. The database calls it before each commit that has any. */
export const writeOutbox: OutboxWriter = (tx, domainEvents, notes) => {
  if (domainEvents.length > 0) writeEvents(tx, domainEvents);
  writeEntries(
    tx,
    { domainEvents, notes },
    ({ type, ctx }, payload) => eventTypes[type]?.render(payload, ctx.actor.merchant) as Record<string, unknown>,
  );
};

type Rewrite = (fields: Record<string, unknown>) => Record<string, unknown>;

/** Erases the customer's data in audit entries, and rewrites those of `subject_ids`. Actor, time and address stay. */
export async function eraseEntries(
  tx: Transaction,
  person_id: string,
  subject_ids: readonly string[],
  rewrite: Rewrite,
): Promise<void> {
  // An entry of an update has only the changed fields, and each of them may be personal.
  await clearChanges(tx, person_id);
  const rewriteText = (text: string | null) =>
    text === null ? null : JSON.stringify(rewrite(JSON.parse(text) as Record<string, unknown>));
  for (const ids of chunksOf(await listIdsAbout(tx, subject_ids), entriesAtOnce)) {
    const entries = await listChanges(tx, ids);
    await updateChanges(
      tx,
      entries.map(({ id, before, after }) => ({ id, before: rewriteText(before), after: rewriteText(after) })),
    );
  }
}

/** The values of a record's fields, before and after each of its changes, as far as entries are kept. */
export async function listValues(tx: Transaction, subject_id: string): Promise<Record<string, unknown>[]> {
  const values: Record<string, unknown>[] = [];
  for (const ids of chunksOf(await listIdsAbout(tx, [subject_id]), entriesAtOnce))
    for (const { before, after } of await listChanges(tx, ids))
      for (const text of [before, after]) if (text !== null) values.push(JSON.parse(text) as Record<string, unknown>);
  return values;
}

/** Entries of earlier versions can have hundreds of KiB. */
const entriesAtOnce = 20;

const retention_ms = 400 * 24 * 60 * 60 * 1_000;

/** Maintenance task: deletes entries that are no longer kept. */
export const removeOldEntries = (db: Handle, now: Timestamp): Promise<number> =>
  deleteOldEntries(db, addMs(now, -retention_ms));

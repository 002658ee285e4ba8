import type { Timestamp } from '../../core/clock.ts';
import type { AuditNote, Doer, DomainEvent } from '../../core/domain-event.ts';
import { newId } from '../../core/ids.ts';
import type { Handle, OutboxWriter, Transaction } from '../../platform/database/handle.ts';
import { eventTypes } from '../events/all-events.ts';
import { writeEvents } from '../events/write-events.ts';
import { clearChanges, deleteOldEntries, insertEntries, listAbout, type NewEntry, updateChanges } from './queries.ts';
import { changeOf, isAudited } from './rules.ts';

/** Renders the payload of an event, or the previous version of the record. */
type Render = (event: DomainEvent, payload: unknown) => Record<string, unknown>;

interface Changes {
  domainEvents: readonly DomainEvent[];
  notes: readonly AuditNote[];
}

/** Writes the audit entries of a transaction, as one of its last statements. Events with a separate ledger have none. */
export function writeEntries(tx: Transaction, { domainEvents, notes }: Changes, render: Render): void {
  const changes = domainEvents
    .filter(({ type }) => isAudited(type))
    .map((event) => {
      const { type, subject_id, payload, previous, ctx } = event;
      const before = previous === undefined ? undefined : render(event, previous);
      return entryOf({
        action: type,
        subject_id,
        ...changeOf(type, render(event, payload), before),
        by: ctx.actor,
        now: ctx.now,
      });
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

const textOf = (value: object | null | undefined) =>
  value === null || value === undefined ? null : JSON.stringify(value);

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

/** Removes the personal data of a customer, and rewrites entries of these other records. Actor, time and address stay. */
export async function eraseEntries(
  tx: Transaction,
  person_id: string,
  subject_ids: readonly string[],
  rewrite: Rewrite,
): Promise<void> {
  // An update has changed fields only, and each may be personal.
  await clearChanges(tx, person_id);
  const rewritten = (text: string | null) =>
    text === null ? null : JSON.stringify(rewrite(JSON.parse(text) as Record<string, unknown>));
  const entries = await listAbout(tx, subject_ids);
  if (entries.length > 0)
    await updateChanges(
      tx,
      entries.map(({ id, before, after }) => ({ id, before: rewritten(before), after: rewritten(after) })),
    );
}

const kept_ms = 400 * 24 * 60 * 60 * 1_000;

/** Maintenance task: deletes entries that are no longer kept. */
export const removeOldEntries = (db: Handle, now: Timestamp): Promise<number> =>
  deleteOldEntries(db, new Date(Date.parse(now) - kept_ms).toISOString());

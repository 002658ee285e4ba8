import type { Timestamp } from '../../core/clock.ts';
import type { AuditNote, Doer, DomainEvent } from '../../core/domain-event.ts';
import { newId } from '../../core/ids.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { insertEntries, type NewEntry } from './queries.ts';
import { changeOf, isAudited } from './rules.ts';

/** Renders the payload of an event, or the record as it was before. */
type Render = (event: DomainEvent, payload: unknown) => Record<string, unknown>;

interface Changes {
  domainEvents: readonly DomainEvent[];
  notes: readonly AuditNote[];
}

/** Writes the audit entries of a transaction, as one of its last statements. Events with a ledger of their own have none. */
export function writeEntries(tx: Transaction, { domainEvents, notes }: Changes, render: Render): void {
  const changes = domainEvents
    .filter(({ type }) => isAudited(type))
    .map((event) => {
      const { type, subject_id, payload, previous, ctx } = event;
      const before = previous === undefined ? undefined : render(event, previous);
      return entryOf({ action: type, subject_id, ...changeOf(type, render(event, payload), before), by: ctx.actor, now: ctx.now });
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

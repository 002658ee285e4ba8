import type { Actor } from '../../core/actor.ts';
import { within } from '../../core/branches.ts';
import { forbidden, invalidState } from '../../core/errors.ts';
import type { Database, Handle } from '../../platform/database/handle.ts';
import { numberCommitted } from '../events/number-events.ts';
import { findEventId, listEventSummaries } from '../events/queries.ts';
import { readRetainedRange } from '../events/retained-events.ts';
import { findMember } from '../merchant/member-queries.ts';
import { type FoundRecord, fitRecords, isLargerThanPage, readChangedRecords, readRecords } from './read-records.ts';
import {
  changedBy,
  firstKey,
  type Kind,
  lastSeenAt,
  readCursor,
  readKinds,
  type SyncPosition,
  viewKey,
  writeCursor,
} from './rules.ts';

export interface SyncPage {
  /** The user, with the rights that this page applies. */
  actor: Actor;
  records: FoundRecord[];
  cursor: string;
  has_more: boolean;
}

interface SyncRequest {
  cursor: string | undefined;
  /** Comma-separated; default: all kinds. */
  kinds: string | undefined;
  limit: number;
}

/**
 * Returns all records page by page if there is no cursor, and then the changes since.
 * Records change while they are read. The number of the last event is read first, so every later change has an event
 * after that number.
 * @throws AppError INVALID_STATE if the client must start again: events after the cursor are no longer kept, the user
 * now sees other records, or the service was restored from a backup
 */
export async function synchronise(
  database: Database,
  { user_id, session_id, address, merchant, api_key, branch_ids }: Actor,
  request: SyncRequest,
): Promise<SyncPage> {
  const cursor = request.cursor === undefined ? undefined : readCursor(request.cursor);
  const kinds = readKinds(request.kinds);
  await numberCommitted(database, merchant.id);
  return database.snapshot(merchant.id, async (snapshot) => {
    // Read from the snapshot, not from the cache. Otherwise the cursor could pass the event of a change of rights
    // before this page applies the change.
    const member = await findMember(snapshot, user_id);
    if (member === undefined) throw forbidden('This merchant is not yours');
    // An API key stays limited to its branches.
    const limit = api_key === undefined ? member.branch_ids : within(member.branch_ids, branch_ids);
    const actor: Actor = { ...member, branch_ids: limit, session_id, address, api_key };
    const view = viewKey(actor, kinds);
    if (cursor !== undefined && cursor.view !== view)
      throw mustRestart('What you may see or ask for, or the merchant’s tiers, have changed');
    const { oldest, last } = await readRetainedRange(snapshot);
    const position: SyncPosition = cursor?.position ?? { phase: 'all', base: last, ...startAt(kinds[0]) };
    const last_seen = lastSeenAt(position);
    if (last_seen < oldest) throw mustRestart('Events after this cursor are no longer kept');
    if (last_seen > last) throw mustRestart('This cursor is ahead of the last event');
    const event_id = await findEventId(snapshot, last_seen);
    // After a restore, other events get the numbers of those that were lost.
    if (cursor?.event_id !== undefined && event_id !== undefined && cursor.event_id !== event_id)
      throw mustRestart('This cursor is from before the service was restored from a backup');
    const common = { kinds, limit: request.limit, last };
    const { next, ...page } = await (position.phase === 'all'
      ? readAll(snapshot, actor, { ...common, position })
      : readChanges(snapshot, actor, { ...common, after: position.after }));
    const id = lastSeenAt(next) === last_seen ? event_id : await findEventId(snapshot, lastSeenAt(next));
    return { actor, ...page, cursor: writeCursor({ view, position: next, event_id: id }) };
  });
}

const mustRestart = (why: string) =>
  invalidState(`${why}: start again without a cursor`, [
    { field: 'cursor', message: 'must be omitted to start again' },
  ]);

interface ReadResult {
  records: FoundRecord[];
  next: SyncPosition;
  has_more: boolean;
}

const startAt = (kind: Kind = 'merchant') => ({ kind, after: firstKey(kind) });

interface ReadAllOptions {
  position: Extract<SyncPosition, { phase: 'all' }>;
  kinds: readonly Kind[];
  limit: number;
  last: bigint;
}

/** A page contains as many kinds as fit into it. */
async function readAll(
  db: Handle,
  actor: Actor,
  { position, kinds, limit, last }: ReadAllOptions,
): Promise<ReadResult> {
  const records: FoundRecord[] = [];
  let { after } = position;
  for (const kind of kinds.slice(kinds.indexOf(position.kind))) {
    if (kind !== position.kind) after = firstKey(kind);
    const room = await fitRecords(db, { kind, after, limit: limit - records.length });
    const found = await readRecords(db, actor, { kind, after, limit: room });
    records.push(...found);
    if (found.length >= room)
      return { records, next: { ...position, kind, after: found.at(-1)?.id ?? after }, has_more: true };
  }
  return { records, next: { phase: 'changes', after: position.base }, has_more: last > position.base };
}

/** Reads up to `limit` events, and once each record that they changed. Fewer events if the records are too large. */
async function readChanges(
  db: Handle,
  actor: Actor,
  { after, kinds, limit, last }: { after: bigint; kinds: readonly Kind[]; limit: number; last: bigint },
): Promise<ReadResult> {
  let events = await listEventSummaries(db, after, limit);
  while (events.length > 1 && (await isLargerThanPage(db, changedBy(events, kinds))))
    events = events.slice(0, Math.floor(events.length / 2));
  const end = events.at(-1)?.sequence ?? after;
  const records = events.length === 0 ? [] : await readChangedRecords(db, actor, changedBy(events, kinds));
  return { records, next: { phase: 'changes', after: end }, has_more: end < last };
}

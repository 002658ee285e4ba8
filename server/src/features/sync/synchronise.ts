import type { Actor } from '../../core/actor.ts';
import { within } from '../../core/branches.ts';
import { forbidden, invalidState } from '../../core/errors.ts';
import type { Database, Handle } from '../../platform/database/handle.ts';
import { numberCommitted } from '../events/number-events.ts';
import { listHappened } from '../events/queries.ts';
import { readKept } from '../events/retained-events.ts';
import { findMember } from '../merchant/member-queries.ts';
import { type Found, readRecords, readTouched } from './read-records.ts';
import {
  beginning,
  type Kind,
  readCursor,
  readKinds,
  type SyncPosition,
  touchedBy,
  viewOf,
  writeCursor,
} from './rules.ts';

export interface SyncPage {
  /** The user, with the rights that this page applies. */
  actor: Actor;
  records: Found[];
  cursor: string;
  has_more: boolean;
}

interface SyncWish {
  cursor: string | undefined;
  /** Comma-separated; default: all kinds. */
  kinds: string | undefined;
  limit: number;
}

/**
 * Without a cursor, all records page by page; then the changes since.
 * Records are read while the shop continues: the number of the last event is read first, so every later change has an
 * event after it.
 * @throws AppError INVALID_STATE if events after the cursor are no longer kept, or its user now sees other records: the
 * client must start again
 */
export async function synchronise(
  database: Database,
  { user_id, session_id, address, merchant, api_key, branch_ids }: Actor,
  wish: SyncWish,
): Promise<SyncPage> {
  const read = wish.cursor === undefined ? undefined : readCursor(wish.cursor);
  const kinds = readKinds(wish.kinds);
  await numberCommitted(database, merchant.id);
  return database.snapshot(merchant.id, async (snapshot) => {
    // Read from the snapshot, not from the cache: otherwise the cursor could pass the event of a change of rights
    // before the change is applied.
    const member = await findMember(snapshot, user_id);
    if (member === undefined) throw forbidden('This merchant is not yours');
    // An API key stays limited to its branches.
    const limit = api_key === undefined ? member.branch_ids : within(member.branch_ids, branch_ids);
    const actor: Actor = { ...member, branch_ids: limit, session_id, address, api_key };
    const view = viewOf(actor, kinds);
    if (read !== undefined && read.view !== view)
      throw mustRestart('What you may see or ask for, or the merchant’s tiers, have changed');
    const { oldest, last } = await readKept(snapshot);
    const position: SyncPosition = read?.position ?? { phase: 'all', base: last, ...start(kinds[0]) };
    const known = position.phase === 'all' ? position.base : position.after;
    if (known < oldest) throw mustRestart('Events after this cursor are no longer kept');
    if (known > last) throw mustRestart('This cursor is ahead of the last event');
    const asked = { kinds, limit: wish.limit, last };
    const { next, ...page } = await (position.phase === 'all'
      ? readAll(snapshot, actor, { ...asked, position })
      : readChanges(snapshot, actor, { ...asked, after: position.after }));
    return { actor, ...page, cursor: writeCursor(view, next) };
  });
}

const mustRestart = (why: string) =>
  invalidState(`${why}: start again without a cursor`, [
    { field: 'cursor', message: 'must be omitted to start again' },
  ]);

interface Progress {
  records: Found[];
  next: SyncPosition;
  has_more: boolean;
}

const start = (kind: Kind = 'merchant') => ({ kind, after: beginning(kind) });

interface AllAsked {
  position: Extract<SyncPosition, { phase: 'all' }>;
  kinds: readonly Kind[];
  limit: number;
  last: bigint;
}

/** A page contains as many kinds as fit into it. */
async function readAll(db: Handle, actor: Actor, { position, kinds, limit, last }: AllAsked): Promise<Progress> {
  const records: Found[] = [];
  let { after } = position;
  for (const kind of kinds.slice(kinds.indexOf(position.kind))) {
    if (kind !== position.kind) after = beginning(kind);
    const found = await readRecords(db, actor, { kind, after, limit: limit - records.length });
    records.push(...found);
    if (records.length >= limit)
      return { records, next: { ...position, kind, after: found.at(-1)?.id ?? after }, has_more: true };
  }
  return { records, next: { phase: 'changes', after: position.base }, has_more: last > position.base };
}

/** Reads `limit` events, and each record that they touched once. */
async function readChanges(
  db: Handle,
  actor: Actor,
  { after, kinds, limit, last }: { after: bigint; kinds: readonly Kind[]; limit: number; last: bigint },
): Promise<Progress> {
  const events = await listHappened(db, after, limit);
  const end = events.at(-1)?.sequence ?? after;
  const records = events.length === 0 ? [] : await readTouched(db, actor, touchedBy(events, kinds));
  return { records, next: { phase: 'changes', after: end }, has_more: end < last };
}

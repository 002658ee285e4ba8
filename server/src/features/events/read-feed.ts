import type { Actor } from '../../core/actor.ts';
import { outsideOfBranches } from '../../core/branches.ts';
import type { Database } from '../../platform/database/handle.ts';
import { checkPlace, readKept } from './kept-places.ts';
import { numberCommitted } from './number-events.ts';
import { type EventRow, listEvents } from './queries.ts';

export interface FeedWish {
  /** The number of the last event that the reader has; `null` for the oldest kept. */
  after: bigint | null;
  types: readonly string[] | null;
  limit: number;
  /** What the reader calls the place. */
  field?: string | undefined;
}

export interface FeedPage {
  events: EventRow[];
  /** From where to read on. */
  cursor: bigint;
  has_more: boolean;
}

/**
 * The number of the last event that happened.
 * @throws AppError FORBIDDEN to those who are limited to branches
 */
export async function findFeedEnd(database: Database, actor: Actor): Promise<bigint> {
  if (actor.branch_ids !== null) throw outsideOfBranches();
  await numberCommitted(database, actor.merchant.id);
  return (await readKept(database.reader(actor.merchant.id))).last;
}

/**
 * The events after a place, in order, without a gap.
 * @throws AppError FORBIDDEN to those who are limited to branches, INVALID_STATE when events after that place are no longer kept, or the place has never been
 */
export async function readFeed(database: Database, actor: Actor, { after, types, limit, field = 'after' }: FeedWish): Promise<FeedPage> {
  // What happens in one branch cannot be told apart from the rest.
  if (actor.branch_ids !== null) throw outsideOfBranches();
  const merchant_id = actor.merchant.id;
  await numberCommitted(database, merchant_id);
  return database.snapshot(merchant_id, async (snapshot) => {
    const kept = await readKept(snapshot);
    const from = after ?? kept.oldest;
    checkPlace(from, kept, field);
    const found = await listEvents(snapshot, { after: from, types, limit: limit + 1 });
    const events = found.slice(0, limit);
    const has_more = found.length > limit;
    return { events, has_more, cursor: has_more ? (events.at(-1)?.sequence ?? from) : kept.last };
  });
}

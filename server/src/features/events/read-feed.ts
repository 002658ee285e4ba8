import type { Actor } from '../../core/actor.ts';
import { outsideOfBranches } from '../../core/branches.ts';
import { type AddressOf, withAddresses } from '../../core/pictures.ts';
import type { Database } from '../../platform/database/handle.ts';
import { numberCommitted } from './number-events.ts';
import { type EventRow, listEvents, type PageSize } from './queries.ts';
import { checkPosition, readRetainedRange } from './retained-events.ts';

export interface FeedRequest extends PageSize {
  /** The number of the reader's last event; `null` to start with the oldest event that is kept. */
  after: bigint | null;
  types: readonly string[] | null;
  /** The name of the request's field that holds the position. */
  field?: string | undefined;
}

export interface FeedPage {
  events: EventRow[];
  /** The position for the next request. */
  cursor: bigint;
  has_more: boolean;
}

/** The number of the last event. @throws AppError FORBIDDEN for users limited to branches */
export async function findFeedEnd(database: Database, actor: Actor): Promise<bigint> {
  if (actor.branch_ids !== null) throw outsideOfBranches();
  await numberCommitted(database, actor.merchant.id);
  return (await readRetainedRange(database.reader(actor.merchant.id))).last;
}

/**
 * Reads the events after a position, in order and without gaps.
 * @throws AppError FORBIDDEN for users limited to branches; INVALID_STATE if events after the position are no longer
 * kept, or the position is not reached yet
 */
export async function readFeed(
  database: Database,
  actor: Actor,
  { after, types, limit, bytes, field = 'after' }: FeedRequest,
): Promise<FeedPage> {
  // Events cannot be filtered by branch.
  if (actor.branch_ids !== null) throw outsideOfBranches();
  const merchant_id = actor.merchant.id;
  await numberCommitted(database, merchant_id);
  return database.snapshot(merchant_id, async (snapshot) => {
    const range = await readRetainedRange(snapshot);
    const from = after ?? range.oldest;
    checkPosition(from, range, field);
    const { events, has_more } = await listEvents(snapshot, { after: from, types, limit, bytes });
    return { events, has_more, cursor: has_more ? (events.at(-1)?.sequence ?? from) : range.last };
  });
}

export interface RenderedEvent {
  id: string;
  type: string;
  timestamp: string;
  sequence: number;
  merchant_id: string;
  subject_id: string;
  user_id: string | null;
  api_key_id: string | null;
  data: unknown;
}

/** Renders an event for the feed, streams and webhooks. */
export const renderEvent = (
  { payload, created_at, sequence, ...row }: EventRow,
  merchant_id: string,
  addressOf: AddressOf,
): RenderedEvent => ({
  id: row.id,
  type: row.type,
  timestamp: created_at,
  sequence: Number(sequence),
  merchant_id,
  subject_id: row.subject_id,
  user_id: row.user_id,
  api_key_id: row.api_key_id,
  data: withAddresses(JSON.parse(payload) as unknown, addressOf),
});

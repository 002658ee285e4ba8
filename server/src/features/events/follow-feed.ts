import type { Actor } from '../../core/actor.ts';
import type { Database } from '../../platform/database/handle.ts';
import { type FeedPage, findFeedEnd, readFeed } from './read-feed.ts';
import type { Watch } from './watch-feed.ts';

export interface FollowWish {
  /** The number of the last event that the reader has; `null` to begin with what happens from now on. */
  after: bigint | null;
  types: readonly string[] | null;
  /** What the reader calls the place. */
  field?: string | undefined;
}

export interface Following {
  watch: Watch;
  /** Who reads, as they are now. @throws AppError once they may not any more */
  reader(): Promise<Actor>;
  /** Aborted when nobody reads any more. */
  signal: AbortSignal;
  /** At least so often something comes, if only an empty page, and it is asked whether the reader still may. */
  beat_ms: number;
}

/** No more than this is held in memory for somebody who reads slowly. */
const events_at_once = 50;

/**
 * The feed from a place on, page by page, and what happens later as soon as it does. A page is read when the one before it was taken, so
 * that a slow reader costs no memory, and no connection is held between two.
 * @returns the first page, once it is sure that the place is kept, and what comes after it
 * @throws AppError as `readFeed` does
 */
export async function followFeed(database: Database, wish: FollowWish, following: Following) {
  const actor = await following.reader();
  const after = wish.after ?? (await findFeedEnd(database, actor));
  const page = { types: wish.types, limit: events_at_once };
  const first = await readFeed(database, actor, { after, ...page, field: wish.field });
  return { after, pages: goOn(database, first, { ...following, page, merchant_id: actor.merchant.id }) };
}

interface GoingOn extends Following {
  merchant_id: string;
  page: { types: readonly string[] | null; limit: number };
}

async function* goOn(database: Database, first: FeedPage, going: GoingOn): AsyncGenerator<FeedPage, void, undefined> {
  const { signal, beat_ms } = going;
  const lookout = going.watch.open(going.merchant_id);
  try {
    let page = first;
    for (let beat = performance.now(); !signal.aborted; ) {
      const isDue = performance.now() - beat >= beat_ms;
      if (isDue) beat = performance.now();
      if (page.events.length > 0 || isDue) yield page;
      const at_most_ms = Math.max(0, beat + beat_ms - performance.now());
      if (!page.has_more) await lookout.wait({ after: page.cursor, signal, at_most_ms });
      if (signal.aborted) return;
      page = await readFeed(database, await going.reader(), { after: page.cursor, ...going.page });
    }
  } finally {
    lookout.close();
  }
}

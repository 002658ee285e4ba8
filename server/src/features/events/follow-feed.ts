import type { Actor } from '../../core/actor.ts';
import type { Database } from '../../platform/database/handle.ts';
import { type FeedPage, findFeedEnd, readFeed } from './read-feed.ts';
import type { Watch } from './watch-feed.ts';

export interface FollowWish {
  /** The number of the reader's last event; `null` to start with new events. */
  after: bigint | null;
  types: readonly string[] | null;
  /** The name of the request's field that holds the position. */
  field?: string | undefined;
}

export interface Following {
  watch: Watch;
  /** The reader with current rights. @throws AppError once they may not read any more */
  reader(): Promise<Actor>;
  /** Aborted when the reader is gone. */
  signal: AbortSignal;
  /** The longest time between two pages (an empty one, if need be); the reader's rights are checked at each. */
  beat_ms: number;
}

/** The most events held in memory for a slow reader. */
const events_at_once = 50;

/**
 * The feed from a position on, page by page, and then new events as they happen.
 * Reads a page only after the previous one was consumed, so a slow reader uses little memory, and no connection is held
 * in between.
 * @returns the first page, once the position is known to be kept, and the pages after it
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

import type { Actor } from '../../core/actor.ts';
import type { Database } from '../../platform/database/handle.ts';
import type { PageSize } from './queries.ts';
import { type FeedPage, findFeedEnd, readFeed } from './read-feed.ts';
import type { FeedWatcher } from './watch-feed.ts';

export interface FeedStart {
  /** The number of the reader's last event; `null` to start with new events. */
  after: bigint | null;
  types: readonly string[] | null;
  /** The name of the request's field that holds the position. */
  field?: string | undefined;
}

export interface FollowOptions {
  watcher: FeedWatcher;
  /** The reader with current rights. @throws AppError if the reader may no longer read the feed */
  reader(): Promise<Actor>;
  /** Aborted when the reader has disconnected. */
  signal: AbortSignal;
  /** The longest time between two pages. A page without events is a heartbeat. Each page checks the reader's rights. */
  heartbeat_ms: number;
}

/** The maximum in memory for a slow reader. */
const page_size = { limit: 50, bytes: 64 * 1024 };

/**
 * Reads the feed from a position on, page by page, and then new events as they happen.
 * Reads a page only after the previous one was consumed. So a slow reader uses little memory, and holds no connection
 * between pages.
 * @returns the start position and the pages after it. The first page is already read, so that errors are thrown here.
 * @throws AppError as `readFeed` does
 */
export async function followFeed(database: Database, start: FeedStart, options: FollowOptions) {
  const actor = await options.reader();
  const after = start.after ?? (await findFeedEnd(database, actor));
  const page = { types: start.types, ...page_size };
  const first = await readFeed(database, actor, { after, ...page, field: start.field });
  return { after, pages: followPages(database, first, { ...options, page, merchant_id: actor.merchant.id }) };
}

interface PageOptions extends FollowOptions {
  merchant_id: string;
  page: { types: readonly string[] | null } & PageSize;
}

async function* followPages(
  database: Database,
  first: FeedPage,
  options: PageOptions,
): AsyncGenerator<FeedPage, void, undefined> {
  const { signal, heartbeat_ms } = options;
  const waiter = options.watcher.open(options.merchant_id);
  try {
    let page = first;
    for (let last_heartbeat = performance.now(); !signal.aborted; ) {
      const isHeartbeatDue = performance.now() - last_heartbeat >= heartbeat_ms;
      if (isHeartbeatDue) last_heartbeat = performance.now();
      if (page.events.length > 0 || isHeartbeatDue) yield page;
      const at_most_ms = Math.max(0, last_heartbeat + heartbeat_ms - performance.now());
      if (!page.has_more) await waiter.wait({ after: page.cursor, signal, at_most_ms });
      if (signal.aborted) return;
      page = await readFeed(database, await options.reader(), { after: page.cursor, ...options.page });
    }
  } finally {
    waiter.close();
  }
}

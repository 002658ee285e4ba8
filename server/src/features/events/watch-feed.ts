import { createCoalescer } from '../../core/concurrency/coalescer.ts';
import type { Database } from '../../platform/database/handle.ts';
import { numberCommitted } from './number-events.ts';
import { readBounds } from './queries.ts';

interface Wait {
  /** The number of the reader's last event. */
  after: bigint;
  /** Ends the wait when aborted. */
  signal: AbortSignal;
  at_most_ms: number;
}

/** Waits for new events of one merchant. It must be closed. */
export interface FeedWaiter {
  /** Resolves when there may be events after the reader's position. */
  wait(wait: Wait): Promise<void>;
  close(): void;
}

export interface FeedWatcher {
  open(merchant_id: string): FeedWaiter;
}

/** The state of one merchant's feed in this process, shared by all of its waiters. */
interface FeedHub {
  waiters: number;
  last: bigint;
  wake: Set<() => void>;
  timer: NodeJS.Timeout;
}

const poll_ms = 1_000;

/**
 * Wakes the readers of a feed when there are new events: at once for events of this process, at the next poll for
 * events of other processes.
 * There is one timer per merchant with readers. A waiter holds no connection.
 */
export function watchFeed(database: Database): FeedWatcher {
  const hubs = new Map<string, FeedHub>();

  const polls = createCoalescer(async (merchant_id) => {
    const hub = hubs.get(merchant_id);
    if (hub === undefined) return;
    await numberCommitted(database, merchant_id);
    const { last } = await readBounds(database.reader(merchant_id));
    if (last <= hub.last) return;
    hub.last = last;
    for (const wake of [...hub.wake]) wake();
  });
  // If the database is unavailable, the next poll tries again, and each reader gets the error of its own read.
  const poll = (merchant_id: string) => polls.run(merchant_id).catch(() => undefined);

  function hubOf(merchant_id: string): FeedHub {
    const known = hubs.get(merchant_id);
    if (known !== undefined) return known;
    const timer = setInterval(() => poll(merchant_id), poll_ms).unref();
    const hub: FeedHub = { waiters: 0, last: -1n, wake: new Set(), timer };
    hubs.set(merchant_id, hub);
    return hub;
  }

  database.onEmitted((merchant_id) => {
    if (hubs.has(merchant_id)) void poll(merchant_id);
  });

  return {
    open(merchant_id) {
      const hub = hubOf(merchant_id);
      hub.waiters += 1;
      return {
        wait: (wait) => waitFor(hub, wait),
        close() {
          hub.waiters -= 1;
          if (hub.waiters > 0) return;
          clearInterval(hub.timer);
          hubs.delete(merchant_id);
        },
      };
    },
  };
}

function waitFor(hub: FeedHub, { after, signal, at_most_ms }: Wait): Promise<void> {
  if (signal.aborted || hub.last > after) return Promise.resolve();
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      hub.wake.delete(wake);
      signal.removeEventListener('abort', wake);
      resolve();
    };
    const timer = setTimeout(wake, at_most_ms);
    hub.wake.add(wake);
    signal.addEventListener('abort', wake);
  });
}

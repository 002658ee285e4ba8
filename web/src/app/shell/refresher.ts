/**
 * Limits refreshes, because events can arrive in hundreds. The first event refreshes at once, later ones at most this
 * often.
 */
const refresh_every_ms = 5_000;
const batch_ms = 250;

export interface Refresher {
  /** Notes that these query kinds are stale, and refreshes them soon. An event without kinds delays no refresh. */
  add(kinds: readonly string[]): void;
  stop(): void;
}

/** Collects the query kinds that events made stale, and refreshes them together. */
export function createRefresher(refresh: (kinds: ReadonlySet<string>) => void): Refresher {
  let stale = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let refreshed_at = Number.NEGATIVE_INFINITY;
  const refreshStale = () => {
    timer = undefined;
    refreshed_at = performance.now();
    const kinds = stale;
    stale = new Set();
    refresh(kinds);
  };
  return {
    add(kinds) {
      for (const kind of kinds) stale.add(kind);
      if (stale.size > 0) timer ??= setTimeout(refreshStale, refreshDelay(refreshed_at, performance.now()));
    },
    stop() {
      clearTimeout(timer);
    },
  };
}

/** How long to wait with the next refresh. @param refreshed_at time of the last one */
const refreshDelay = (refreshed_at: number, now: number): number =>
  Math.max(batch_ms, refreshed_at + refresh_every_ms - now);

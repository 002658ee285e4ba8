/** Knows whether several keys were used lately. It remembers two of them, however many there are. */
export interface RecentKeys {
  note(key: string): void;
  /** Whether another key than this one was noted lately. */
  hasOther(key: string): boolean;
}

/** @param recent_ms how long a note counts */
export function createRecentKeys(recent_ms: number): RecentKeys {
  let latest = { key: '', at: Number.NEGATIVE_INFINITY };
  /** The last one with another key. */
  let other = latest;
  return {
    note(key) {
      if (key !== latest.key) other = latest;
      latest = { key, at: performance.now() };
    },
    hasOther(key) {
      const { at } = latest.key === key ? other : latest;
      return performance.now() - at < recent_ms;
    },
  };
}

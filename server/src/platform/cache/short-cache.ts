const entries_at_most = 10_000;

/** Caches results for a short time; equal lookups at the same time run once. Bounded; failures are not cached. */
export function createShortCache<Value>(load: (key: string) => Promise<Value>, lifetime_ms: number) {
  const entries = new Map<string, { value: Promise<Value>; until: number }>();
  return {
    find(key: string): Promise<Value> {
      const now = performance.now();
      const entry = entries.get(key);
      if (entry !== undefined && entry.until > now) return entry.value;
      const value = load(key);
      if (entries.size >= entries_at_most) entries.clear();
      entries.set(key, { value, until: now + lifetime_ms });
      value.catch(() => entries.delete(key));
      return value;
    },
    forget(key: string): void {
      entries.delete(key);
    },
    forgetWhere(matches: (key: string) => boolean): void {
      for (const key of entries.keys()) if (matches(key)) entries.delete(key);
    },
  };
}

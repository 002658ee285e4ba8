const entries_at_most = 10_000;

/** Caches results for a short time; equal lookups at the same time run once. Bounded; failures are not cached. */
export function createShortCache<Answer>(ask: (key: string) => Promise<Answer>, lifetime_ms: number) {
  const known = new Map<string, { answer: Promise<Answer>; until: number }>();
  return {
    find(key: string): Promise<Answer> {
      const now = performance.now();
      const entry = known.get(key);
      if (entry !== undefined && entry.until > now) return entry.answer;
      const answer = ask(key);
      if (known.size >= entries_at_most) known.clear();
      known.set(key, { answer, until: now + lifetime_ms });
      answer.catch(() => known.delete(key));
      return answer;
    },
    forget(key: string): void {
      known.delete(key);
    },
    forgetWhere(isMeant: (key: string) => boolean): void {
      for (const key of known.keys()) if (isMeant(key)) known.delete(key);
    },
  };
}

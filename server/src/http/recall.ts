const remembered_at_most = 10_000;

/** Remembers answers for a moment, and asks once where many ask at once. Bounded; a failed question is not remembered. */
export function createRecall<Answer>(ask: (key: string) => Promise<Answer>, lifetime_ms: number) {
  const known = new Map<string, { answer: Promise<Answer>; until: number }>();
  return {
    find(key: string): Promise<Answer> {
      const now = performance.now();
      const entry = known.get(key);
      if (entry !== undefined && entry.until > now) return entry.answer;
      const answer = ask(key);
      if (known.size >= remembered_at_most) known.clear();
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

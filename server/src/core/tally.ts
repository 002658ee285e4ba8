/** Counts for names. A name whose count is back at zero takes no room. */
export interface Tally {
  count(name: string): number;
  add(name: string, more: number): void;
  /** How many names have a count. */
  readonly size: number;
}

export function createTally(): Tally {
  const counts = new Map<string, number>();
  const count = (name: string) => counts.get(name) ?? 0;
  return {
    count,
    add(name, more) {
      const sum = count(name) + more;
      if (sum > 0) counts.set(name, sum);
      else counts.delete(name);
    },
    get size() {
      return counts.size;
    },
  };
}

/** Counts by name. Names with a count of zero take no memory. */
export interface Tally {
  count(name: string): number;
  add(name: string, more: number): void;
  /** The number of names with a count above zero. */
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

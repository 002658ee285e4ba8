/** Work that is under way once for each key: a further call joins it, and comes to the same outcome or the same failure. */
export function createSingleFlight<T>(): (key: string, work: () => Promise<T>) => Promise<T> {
  const underWay = new Map<string, Promise<T>>();
  return (key, work) => {
    const before = underWay.get(key);
    if (before !== undefined) return before;
    const outcome = work().finally(() => underWay.delete(key));
    underWay.set(key, outcome);
    return outcome;
  };
}

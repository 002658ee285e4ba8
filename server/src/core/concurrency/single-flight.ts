/** Runs work once at a time for each key. Concurrent calls with the same key share the result or the error. */
export function createSingleFlight<T>(): (key: string, work: () => Promise<T>) => Promise<T> {
  const running = new Map<string, Promise<T>>();
  return (key, work) => {
    const current = running.get(key);
    if (current !== undefined) return current;
    const result = work().finally(() => running.delete(key));
    running.set(key, result);
    return result;
  };
}

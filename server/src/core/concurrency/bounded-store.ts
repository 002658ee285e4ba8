import { LRUCache } from 'lru-cache';

/** The size of an entry without its value, in bytes. */
const entry_bytes = 200;

/** Values by key and state, with a maximum size. The least recently used ones are removed first. */
export interface BoundedStore {
  /** The value of the key in this state. A value of another state is removed. */
  get<Value>(key: string, state: unknown): Value | undefined;
  set(key: string, state: unknown, value: unknown, bytes: number): void;
  readonly bytes: number;
}

export function createBoundedStore(bytes_at_most: number): BoundedStore {
  const entries = new LRUCache<string, { state: unknown; value: unknown }>({
    maxSize: bytes_at_most,
    // A value that would displace many others is not stored.
    maxEntrySize: Math.floor(bytes_at_most / 16),
  });
  return {
    get<Value>(key: string, state: unknown) {
      const entry = entries.get(key);
      if (entry === undefined || entry.state === state) return entry?.value as Value | undefined;
      entries.delete(key);
      return undefined;
    },
    set: (key, state, value, bytes) =>
      void entries.set(key, { state, value }, { size: bytes + 2 * key.length + entry_bytes }),
    get bytes() {
      return entries.calculatedSize;
    },
  };
}

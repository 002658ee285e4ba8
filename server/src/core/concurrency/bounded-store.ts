interface Entry {
  state: unknown;
  value: unknown;
  bytes: number;
}

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
  const entries = new Map<string, Entry>();
  let total_bytes = 0;
  const remove = (key: string, { bytes }: Entry) => {
    entries.delete(key);
    total_bytes -= bytes;
  };
  return {
    get<Value>(key: string, state: unknown) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      if (entry.state !== state) {
        remove(key, entry);
        return undefined;
      }
      // The last entry of the map is the most recently used.
      entries.delete(key);
      entries.set(key, entry);
      return entry.value as Value;
    },
    set(key, state, value, bytes) {
      const previous = entries.get(key);
      if (previous !== undefined) remove(key, previous);
      const entry = { state, value, bytes: bytes + 2 * key.length + entry_bytes };
      // A value that would displace many others is not stored.
      if (entry.bytes > bytes_at_most / 16) return;
      entries.set(key, entry);
      total_bytes += entry.bytes;
      for (const [oldestKey, oldest] of entries) {
        if (total_bytes <= bytes_at_most) break;
        remove(oldestKey, oldest);
      }
    },
    get bytes() {
      return total_bytes;
    },
  };
}

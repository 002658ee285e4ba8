interface Kept {
  state: unknown;
  value: unknown;
  bytes: number;
}

/** The size of an entry without its value, in bytes. */
const entry_bytes = 200;

/** Values by key and state, with a maximum size. The least recently used ones are removed first. */
export interface BoundedStore {
  /** The value of the key in this state. A value of another state is removed. */
  find<Value>(key: string, state: unknown): Value | undefined;
  keep(key: string, state: unknown, value: unknown, bytes: number): void;
  readonly bytes: number;
}

export function createBoundedStore(bytes_at_most: number): BoundedStore {
  const known = new Map<string, Kept>();
  let held = 0;
  const drop = (key: string, { bytes }: Kept) => {
    known.delete(key);
    held -= bytes;
  };
  return {
    find<Value>(key: string, state: unknown) {
      const found = known.get(key);
      if (found === undefined) return undefined;
      if (found.state !== state) {
        drop(key, found);
        return undefined;
      }
      // The last entry of the map is the most recently used.
      known.delete(key);
      known.set(key, found);
      return found.value as Value;
    },
    keep(key, state, value, bytes) {
      const before = known.get(key);
      if (before !== undefined) drop(key, before);
      const kept = { state, value, bytes: bytes + 2 * key.length + entry_bytes };
      // One that would push out many others is not worth it.
      if (kept.bytes > bytes_at_most / 16) return;
      known.set(key, kept);
      held += kept.bytes;
      for (const [oldest, value] of known) {
        if (held <= bytes_at_most) break;
        drop(oldest, value);
      }
    },
    get bytes() {
      return held;
    },
  };
}

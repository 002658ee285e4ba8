interface Kept {
  state: unknown;
  value: unknown;
  bytes: number;
}

/** What an entry takes beside its value. */
const entry_bytes = 200;

/** Values by key, of a moment; when they are more than there is room for, those that were asked for least lately go. */
export interface BoundedStore {
  /** What was kept under the key in this state; what was kept in another is forgotten. */
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
      // The last of the map is the one that was asked for last.
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

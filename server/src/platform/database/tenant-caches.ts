import { type BoundedStore, createBoundedStore } from '../../core/concurrency/bounded-store.ts';

/** The first word of an event's type: `product` of `product.updated`. */
export type Kind = string;

/** What this process caches of a merchant. */
export interface TenantCache {
  /** Changes with each event of these kinds. Read it before reading what is to be cached. */
  versionOf(kinds: readonly Kind[]): number;
  readonly store: BoundedStore;
}

export interface TenantCaches {
  of(merchant_id: string): TenantCache;
  /** Called after the commit and before its events are sent. */
  invalidate(merchant_id: string, types: Iterable<string>): void;
}

const merchants_at_most = 10_000;
const cached_at_most_bytes = 8 * 1024 * 1024;

/**
 * Caches reads until an event says that they changed, which is correct only if no other process writes. The size for
 * all merchants together is bounded.
 */
export function createTenantCaches(bytes_at_most = cached_at_most_bytes): TenantCaches {
  const store = createBoundedStore(bytes_at_most);
  const changes = new Map<string, Map<Kind, number>>();
  let now = 0;
  /** The version of merchants that are not in `changes`. */
  let oldest = now;
  return {
    of: (merchant_id) => ({
      versionOf(kinds) {
        const last = changes.get(merchant_id);
        return kinds.reduce((latest, kind) => Math.max(latest, last?.get(kind) ?? oldest), oldest);
      },
      store,
    }),
    invalidate(merchant_id, types) {
      now += 1;
      let last = changes.get(merchant_id);
      if (last === undefined) {
        if (changes.size >= merchants_at_most) {
          changes.clear();
          oldest = now;
        }
        last = new Map();
        changes.set(merchant_id, last);
      }
      for (const type of types) last.set(type.split('.')[0] ?? type, now);
    },
  };
}

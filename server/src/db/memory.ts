import { type BoundedStore, createBoundedStore } from '../kernel/bounded-store.ts';

/** The first word of an event's type: `product` of `product.updated`. */
export type Kind = string;

/** What this process remembers of a merchant. */
export interface MerchantMemory {
  /** Another one after each change of these kinds; asked for before what is to be remembered is read. */
  stateOf(kinds: readonly Kind[]): number;
  readonly store: BoundedStore;
}

export interface Memory {
  of(merchant_id: string): MerchantMemory;
  /** Called after the commit and before anybody is told of it. */
  changed(merchant_id: string, types: Iterable<string>): void;
}

const merchants_at_most = 10_000;
const remembered_at_most_bytes = 8 * 1024 * 1024;

/**
 * Remembers for as long as nothing has changed, by what transactions told: right only where no other process writes. What it keeps for all
 * merchants together is bounded.
 */
export function createMemory(bytes_at_most = remembered_at_most_bytes): Memory {
  const store = createBoundedStore(bytes_at_most);
  const changes = new Map<string, Map<Kind, number>>();
  let now = 1;
  /** What is not known of was changed by then. */
  let forgotten = now;
  return {
    of: (merchant_id) => ({
      stateOf(kinds) {
        const last = changes.get(merchant_id);
        return kinds.reduce((latest, kind) => Math.max(latest, last?.get(kind) ?? 0), forgotten);
      },
      store,
    }),
    changed(merchant_id, types) {
      now += 1;
      let last = changes.get(merchant_id);
      if (last === undefined) {
        if (changes.size >= merchants_at_most) {
          changes.clear();
          forgotten = now;
        }
        last = new Map();
        changes.set(merchant_id, last);
      }
      for (const type of types) last.set(type.split('.', 1)[0] ?? type, now);
    },
  };
}

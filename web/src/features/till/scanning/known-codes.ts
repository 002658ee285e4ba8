import type { Goods } from '../cart.ts';

/** How long a looked-up price is used. The service rejects a sale with an outdated total. */
const max_age_ms = 10 * 60 * 1_000;
const codes_at_most = 5_000;

/** Cache of looked-up codes, so that the next scan of a code needs no request. */
export interface KnownCodes {
  find(code: string): Goods | undefined;
  add(code: string, goods: Goods): void;
  clear(): void;
}

export function createKnownCodes(now: () => number): KnownCodes {
  const known = new Map<string, { goods: Goods; at: number }>();
  return {
    find(code) {
      const found = known.get(code);
      return found !== undefined && now() - found.at < max_age_ms ? found.goods : undefined;
    },
    add(code, goods) {
      known.delete(code);
      known.set(code, { goods, at: now() });
      const [oldest] = known.keys();
      if (known.size > codes_at_most && oldest !== undefined) known.delete(oldest);
    },
    clear: () => known.clear(),
  };
}

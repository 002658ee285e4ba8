import { useQueries } from '@tanstack/react-query';
import { useSession } from '../../session/session.tsx';
import type { Cart } from './cart.ts';
import { lookUpAvailable, lookups_at_most } from './scanning/catalogue-queries.ts';
import { limitConcurrency } from './scanning/limit-concurrency.ts';
import { limitRate } from './scanning/limit-rate.ts';
import { goodsToCheck, heldBy } from './stock-rules.ts';

const limit = limitConcurrency(lookups_at_most);
/** Leaves more than half of the user's requests for selling (100 a minute) to codes and sales. */
const mayStart = limitRate({
  count: 40,
  window_ms: 60_000,
  now: () => performance.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
});
/** How long a quantity is used. The service rejects a sale of more than there is. */
const max_age_ms = 30_000;

/**
 * What the branch can sell of the products in the cart, by product. It is read beside the sale, which does not wait
 * for it; what is not known yet, or not tracked, is left out.
 */
export function useStock(cart: Cart, branch_id: string | undefined): ReadonlyMap<string, number> {
  const { merchant } = useSession();
  const goods = merchant.allow_negative_stock ? [] : goodsToCheck(cart);
  const branch = cart.parked_branch_id ?? branch_id;
  const held = heldBy(cart);
  return useQueries({
    queries: goods.map(({ id, sku }) => ({
      queryKey: ['till-stock', branch ?? '', id],
      staleTime: max_age_ms,
      refetchOnWindowFocus: false,
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        await mayStart();
        return limit(async () => ({ id, available: await lookUpAvailable({ id, sku, branch_id: branch }, signal) }));
      },
    })),
    combine: (results) =>
      new Map(
        results.flatMap(({ data }) =>
          data?.available == null ? [] : [[data.id, data.available + (held.get(data.id) ?? 0)] as const],
        ),
      ),
  });
}

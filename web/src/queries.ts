import { QueryCache, QueryClient } from '@tanstack/react-query';
import { isForbidden, TillhouseError } from './session/api.ts';
import { isAllowed } from './ui/record-queries.ts';

/** Of requests beyond a limit: how long the service asks to wait. */
const waitAsked = (error: unknown): number =>
  error instanceof TillhouseError && error.status === 429 ? (error.retry_after_s ?? 0) * 1_000 : 0;

/** What the pages know of the shop. The client has tried again before a query fails; what is on the screen stays there while it is asked for anew. */
export const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError(error, { queryKey: [kind] }) {
      // Somebody’s role or place may be another one since they came.
      if (isForbidden(error) && kind !== 'session') void queries.invalidateQueries({ queryKey: ['session'] });
    },
  }),
  defaultOptions: {
    queries: {
      enabled: isAllowed,
      retry: (_tries, error) => waitAsked(error) > 0,
      retryDelay: (_tries, error) => waitAsked(error),
      staleTime: 5_000,
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false },
  },
});

/** Sold, refunded or voided: money, stock and points have moved, and whatever shows them is asked for anew. */
export async function afterSale(): Promise<void> {
  const kinds = ['sales', 'products', 'stock', 'customers', 'dashboard'];
  await Promise.all(kinds.map((kind) => queries.invalidateQueries({ queryKey: [kind] })));
}

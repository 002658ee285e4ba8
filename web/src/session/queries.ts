import { QueryCache, QueryClient } from '@tanstack/react-query';
import { isApprovalRequired, isForbidden, TillhouseError } from './api.ts';
import { isAllowed } from './record-queries.ts';

/** Wait that the service asks for after a rate limit. */
const retryDelayOf = (error: unknown): number =>
  error instanceof TillhouseError && error.status === 429 ? (error.retry_after_s ?? 0) * 1_000 : 0;

/**
 * Query cache of the pages. The client has already retried before a query fails. Old data stays on the screen during a
 * refetch.
 */
export const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError(error, { queryKey: [kind] }) {
      // The user's role or branch may have changed since they signed in.
      if (isForbidden(error) && !isApprovalRequired(error) && kind !== 'session')
        void queries.invalidateQueries({ queryKey: ['session'] });
    },
  }),
  defaultOptions: {
    queries: {
      enabled: isAllowed,
      retry: (_tries, error) => retryDelayOf(error) > 0,
      retryDelay: (_tries, error) => retryDelayOf(error),
      staleTime: 5_000,
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false },
  },
});

/** Refetches everything that shows money, stock or points, after a sale, refund or void. */
export async function afterSale(): Promise<void> {
  const kinds = ['sales', 'products', 'stock', 'customers', 'dashboard', 'shifts'];
  await Promise.all(kinds.map((kind) => queries.invalidateQueries({ queryKey: [kind] })));
}

/** Refetches everything that shows a shift or what it allows, after a change of one. */
export async function afterShiftChange(): Promise<void> {
  const kinds = ['shifts', 'closures', 'sales'];
  await Promise.all(kinds.map((kind) => queries.invalidateQueries({ queryKey: [kind] })));
}

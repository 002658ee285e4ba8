import { QueryCache, QueryClient } from '@tanstack/react-query';
import { isApprovalRequired, isForbidden, isNotFound, TillhouseError } from './api.ts';
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

async function refetch(kinds: readonly string[]): Promise<void> {
  await Promise.all(kinds.map((kind) => queries.invalidateQueries({ queryKey: [kind] })));
}

/** Refetches everything that shows money, stock or points, after a sale, refund or void. */
export const afterSale = (): Promise<void> =>
  refetch(['sales', 'products', 'stock', 'till-stock', 'customers', 'dashboard', 'shifts']);

/** Refetches the user and the settings of the shop, after the service has rejected what they allow. */
export const afterOldSettings = (): Promise<void> => refetch(['session']);

/** Refetches everything that shows a shift or what it allows, after a change of one. */
export const afterShiftChange = (): Promise<void> => refetch(['shifts', 'closures', 'sales']);

/** Refetches everything that shows products or their stock, after a change of either. */
export const afterProductChange = (): Promise<void> => refetch(['products', 'stock', 'dashboard']);

/** Refetches everything that an import of products or customers changes, or its undo. */
export const afterImport = (): Promise<void> => refetch(['imports', 'products', 'stock', 'dashboard', 'customers']);

/** Wait before the read of a small part of a page is repeated. */
const repeat_failed_ms = 5_000;

/**
 * For the option `refetchInterval` of a small part of a page: repeats a failed read while the rest of the page is
 * shown. A deleted record, or one that the user may not read, is not requested again.
 */
export const repeatFailed = ({ state: { error } }: { state: { error: unknown } }): number | false =>
  error !== null && !isNotFound(error) && !isForbidden(error) && repeat_failed_ms;

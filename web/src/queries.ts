import { QueryClient } from '@tanstack/react-query';

/** What the pages know of the shop. The client has tried again before a query fails; what is on the screen stays there while it is asked for anew. */
export const queries = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 5_000, refetchOnWindowFocus: true }, mutations: { retry: false } },
});

/** Sold, refunded or voided: money, stock and points have moved, and whatever shows them is asked for anew. */
export async function afterSale(): Promise<void> {
  const kinds = ['sales', 'products', 'stock', 'customers', 'dashboard'];
  await Promise.all(kinds.map((kind) => queries.invalidateQueries({ queryKey: [kind] })));
}

import { QueryClient } from '@tanstack/react-query';

/** What the pages know of the shop. The client has tried again before a query fails; what is on the screen stays there while it is asked for anew. */
export const queries = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 5_000, refetchOnWindowFocus: true }, mutations: { retry: false } },
});

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../session/api.ts';
import { afterProductChange } from '../../session/queries.ts';
import type { ResponseData } from '../../session/types.ts';

export type Product = ResponseData<'getProduct'>;
type Fields = NonNullable<Parameters<typeof api.updateProduct>[0]['body']>;

export const productKey = (id: string) => ['products', 'one', id] as const;

/**
 * Changes fields of a product and refetches what shows them. The response is written to the cache first, because an
 * event about the same change may cancel the refetch. A change of the status is shown at once and reverted on failure:
 * nothing else depends on it.
 */
export function useChangeProduct(id: string) {
  const queries = useQueryClient();
  return useMutation({
    // Two quick changes run one after the other.
    scope: { id: `product ${id}` },
    mutationFn: async (body: Fields) => {
      const { data: changed } = await api.updateProduct({ path: { id }, body });
      await queries.cancelQueries({ queryKey: productKey(id) });
      queries.setQueryData<Product>(productKey(id), (known) => known && { ...known, ...changed });
      await afterProductChange();
      return queries.getQueryData<Product>(productKey(id));
    },
    onMutate: async ({ status }) => {
      if (status === undefined) return undefined;
      await queries.cancelQueries({ queryKey: productKey(id) });
      const before = queries.getQueryData<Product>(productKey(id));
      if (before !== undefined) queries.setQueryData<Product>(productKey(id), { ...before, status });
      return before;
    },
    onError: (_error, _body, before) => before !== undefined && queries.setQueryData<Product>(productKey(id), before),
  });
}

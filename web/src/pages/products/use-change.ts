import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../session/api.ts';
import type { Answer } from '../../session/types.ts';

export type Product = Answer<'getProduct'>;
type Fields = NonNullable<Parameters<typeof api.updateProduct>[0]['body']>;

/** By this it is known that a product is on its way out. */
export const deletionOf = (id: string) => ['deletion', id] as const;

/** Changes fields of a product; what shows it is asked for anew before it is done. */
export function useChange(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: Fields) => {
      await api.updateProduct({ path: { id }, body });
      await Promise.all(['products', 'stock', 'dashboard'].map((kind) => queries.invalidateQueries({ queryKey: [kind] })));
    },
  });
}

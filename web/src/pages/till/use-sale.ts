import { afterSale } from '../../queries.ts';
import type { api } from '../../session/api.ts';
import type { Answer } from '../../session/types.ts';
import { useAct } from '../../session/use-act.ts';

export type SaleBody = Parameters<typeof api.createTransaction>[0]['body'];

/** Sends a sale so that it is recorded once. */
export function useSale(onMade: (sale: Answer<'createTransaction'>) => void) {
  const act = useAct(['createTransaction'], {
    onDone: ({ data }) => {
      onMade(data);
      void afterSale();
    },
  });
  return { ...act, send: (body: SaleBody) => act.send('createTransaction', { body }) };
}

import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { afterSale } from '../../queries.ts';
import { api, TillhouseError } from '../../session/api.ts';
import type { Answer } from '../../session/types.ts';

export type SaleBody = Parameters<typeof api.createTransaction>[0]['body'];

function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Nobody can tell whether it was recorded: the answer was lost, or the service was. */
const isUnknown = (error: unknown) => !(error instanceof TillhouseError) || error.status === 0 || error.status >= 500;

/**
 * Sends a sale so that it is made once. It has a key of its own until it is answered; where the answer was lost, the very same is
 * sent again, whatever was pressed: the service then tells of the sale that it has.
 */
export function useSale(onMade: (sale: Answer<'createTransaction'>) => void) {
  const key = useRef(newKey());
  const isSending = useRef(false);
  const [unanswered, setUnanswered] = useState<SaleBody>();
  const sending = useMutation({
    mutationFn: async (body: SaleBody) => (await api.createTransaction({ body, idempotencyKey: key.current })).data,
    onSuccess: (sale) => {
      key.current = newKey();
      setUnanswered(undefined);
      onMade(sale);
      void afterSale();
    },
    onError: (error, body) => setUnanswered(isUnknown(error) ? body : undefined),
    onSettled: () => {
      isSending.current = false;
    },
  });
  return {
    send(body: SaleBody) {
      // Sooner than the screen knows: the second press of two.
      if (isSending.current) return;
      isSending.current = true;
      sending.mutate(unanswered ?? body);
    },
    isSending: sending.isPending,
    /** Whether nothing may be changed before it is known what came of it. */
    isUnanswered: unanswered !== undefined,
    error: sending.error,
    forget: sending.reset,
  };
}

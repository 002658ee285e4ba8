import { useMutation } from '@tanstack/react-query';
import { useSpeech } from '../../language/language.tsx';
import { afterSale } from '../../queries.ts';
import { api } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';
import type { Answer } from '../../session/types.ts';
import { Question } from '../../ui/question.tsx';
import { useTell } from '../../ui/tell.ts';

interface VoidSaleProps {
  sale: Answer<'getTransaction'>;
  isOpen: boolean;
  onClose(): void;
}

/** A sale that never was; asked first. */
export function VoidSale({ sale, isOpen, onClose }: VoidSaleProps) {
  const { t, money } = useSpeech();
  const { merchant } = useSession();
  const tell = useTell();
  const voiding = useMutation({
    mutationFn: (reason: string | undefined) => api.voidTransaction({ path: { id: sale.id }, body: { reason } }),
    onSuccess: async () => {
      onClose();
      tell.done(t('sale.voided', { code: sale.transaction_code }));
      await afterSale();
    },
  });
  const amount = money(sale.total_amount, merchant.currency);
  return (
    <Question
      title={t('sale.voidOf', { code: sale.transaction_code })}
      text={sale.status === 'pending' ? t('sale.voidParked') : t('sale.voidText', { amount })}
      action={t('sale.void')}
      reason={t('refund.reason')}
      isOpen={isOpen}
      isBusy={voiding.isPending}
      error={voiding.error}
      onClose={onClose}
      onYes={(reason) => voiding.mutate(reason)}
    />
  );
}

import { useSpeech } from '../../language/language.tsx';
import { afterSale } from '../../queries.ts';
import { useSession } from '../../session/session.tsx';
import type { Answer } from '../../session/types.ts';
import { useAct } from '../../session/use-act.ts';
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
  const voiding = useAct(['voidTransaction'], {
    about: sale.id,
    onDone: async () => {
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
      act={voiding}
      onClose={onClose}
      onYes={(reason) => voiding.send('voidTransaction', { path: { id: sale.id }, body: { reason } })}
    />
  );
}

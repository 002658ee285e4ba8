import { Text } from '@mantine/core';
import { useState } from 'react';
import { useI18n } from '../../language/i18n.tsx';
import { afterSale } from '../../queries.ts';
import { useSession } from '../../session/session.tsx';
import type { Answer } from '../../session/types.ts';
import { useAct } from '../../session/use-act.ts';
import { ActForm } from '../../ui/act-form.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormEnd } from '../../ui/form-end.tsx';
import { useNotify } from '../../ui/notify.ts';
import { FormProblem } from '../../ui/problem.tsx';
import { fieldsOf } from '../../ui/sentence.ts';
import { bodyOf, firstTender, TenderFields } from './tender.tsx';

interface CompleteProps {
  sale: Answer<'getTransaction'>;
  isOpen: boolean;
  onClose(): void;
}

/** Dialog to take the payment of a parked sale. */
export function Complete({ sale, isOpen, onClose }: CompleteProps) {
  const { t, money } = useI18n();
  const { merchant } = useSession();
  const notify = useNotify();
  const [tender, setTender] = useState(() => firstTender(merchant.payment_methods));
  const completion = useAct(['completeTransaction'], {
    about: sale.id,
    onDone: async ({ data: { transaction_code, change } }) => {
      onClose();
      notify.success(
        change > 0
          ? t('sale.completedChange', { code: transaction_code, change: money(change, merchant.currency) })
          : t('sale.completed', { code: transaction_code }),
      );
      await afterSale();
    },
  });
  const wrong = fieldsOf(completion.error, t);
  const submit = () => completion.send('completeTransaction', { path: { id: sale.id }, body: bodyOf(tender) });
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('sale.complete')}>
      <ActForm act={completion} onSubmit={submit}>
        <FormProblem error={completion.error} beside={['payment_method', 'amount_tendered']} />
        <Text size="xl" fw={700} className="figures">
          {money(sale.total_amount, merchant.currency)}
        </Text>
        <TenderFields tender={tender} hasCustomer={sale.customer_id !== null} onChange={setTender} wrong={wrong} />
        <FormEnd isBusy={completion.isPending} action={t('sale.complete')} onCancel={onClose} />
      </ActForm>
    </Dialog>
  );
}

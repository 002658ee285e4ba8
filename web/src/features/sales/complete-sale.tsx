import { Text } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../design/feedback/dialog.tsx';
import { FormErrorAlert } from '../../design/feedback/error-alert.tsx';
import { useNotify } from '../../design/feedback/notify.ts';
import { FormButtons } from '../../design/forms/form-buttons.tsx';
import { RequestForm } from '../../design/forms/request-form.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { fieldErrors } from '../../session/error-text.ts';
import { afterSale } from '../../session/queries.ts';
import { useSession } from '../../session/session.tsx';
import type { ResponseData } from '../../session/types.ts';
import { useIdempotentRequest } from '../../session/use-idempotent-request.ts';
import { paymentRegisterFor } from '../registers/device-register.ts';
import { RegisterHelp } from '../registers/register-help.tsx';
import { useDeviceRegister } from '../registers/use-device-register.ts';
import { inCash } from './cash-rules.ts';
import { TenderFields } from './tender.tsx';
import { bodyOf, firstTender } from './tender-rules.ts';

interface CompleteSaleProps {
  sale: ResponseData<'getTransaction'>;
  isOpen: boolean;
  onClose(): void;
}

/** Dialog to take the payment of a parked sale. */
export function CompleteSale({ sale, isOpen, onClose }: CompleteSaleProps) {
  const { t, money } = useI18n();
  const { merchant } = useSession();
  const notify = useNotify();
  const [tender, setTender] = useState(() => firstTender(merchant.payment_methods));
  const { choice } = useDeviceRegister();
  const completion = useIdempotentRequest(['completeTransaction'], {
    subject: sale.id,
    onDone: async ({ data: { transaction_code, change } }) => {
      onClose();
      notify.success(
        change > 0
          ? t('sale.completedChange', { code: transaction_code, change: money(change, merchant.currency) })
          : t('sale.completed', { code: transaction_code }),
      );
      await afterSale();
    },
    onRejected: (error) => {
      if (hasOtherTotal(error)) void afterSale();
    },
  });
  const due = tender.method === 'cash' ? inCash(sale.total_amount, merchant) : sale.total_amount;
  const errors = fieldErrors(completion.error, t);
  const submit = () =>
    completion.send('completeTransaction', {
      path: { id: sale.id },
      // Another till may change the sale meanwhile.
      body: {
        ...bodyOf(tender),
        ...paymentRegisterFor(choice, sale.branch_id),
        expected_total: sale.total_amount,
      },
    });
  const error = hasOtherTotal(completion.error) ? new Error(t('till.saleChanged')) : completion.error;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('sale.complete')}>
      <RequestForm request={completion} onSubmit={submit}>
        <FormErrorAlert error={error} fields={['payment_method', 'amount_tendered']} />
        <Text size="xl" fw={700} className="figures">
          {money(due, merchant.currency)}
        </Text>
        <TenderFields tender={tender} hasCustomer={sale.customer_id !== null} onChange={setTender} errors={errors} />
        <FormButtons isBusy={completion.isPending} action={t('sale.complete')} onCancel={onClose} />
      </RequestForm>
      <RegisterHelp error={completion.error} onOpened={completion.reset} />
    </Dialog>
  );
}

const hasOtherTotal = (error: unknown): boolean => 'expected_total' in fieldErrors(error);

import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../design/feedback/dialog.tsx';
import { FormErrorAlert } from '../../design/feedback/error-alert.tsx';
import { FormButtons } from '../../design/forms/form-buttons.tsx';
import { AmountField } from '../../design/forms/number-fields.tsx';
import { RequestForm } from '../../design/forms/request-form.tsx';
import { usePaymentMethodName } from '../../design/payment-method-name.ts';
import { useI18n } from '../../language/i18n.tsx';
import { fieldErrors } from '../../session/error-text.ts';
import { afterShiftChange } from '../../session/queries.ts';
import { useIdempotentRequest } from '../../session/use-idempotent-request.ts';
import type { Closure } from './register-queries.ts';
import { methodsOf } from './variance.ts';

interface RecountClosureProps {
  closure: Closure;
  isOpen: boolean;
  onClose(): void;
}

/** Dialog to count again after the closing. The difference becomes a correction. */
export function RecountClosure(props: RecountClosureProps) {
  const { t } = useI18n();
  const { isOpen, onClose } = props;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('closures.recount')}>
      <RecountForm {...props} />
    </Dialog>
  );
}

function RecountForm({ closure, onClose }: RecountClosureProps) {
  const { t } = useI18n();
  const methodName = usePaymentMethodName();
  const [amounts, setAmounts] = useState<Readonly<Record<string, number | undefined>>>({});
  const [reason, setReason] = useState('');
  const recounting = useIdempotentRequest(['recountClosure'], {
    subject: closure.id,
    onDone: async () => {
      onClose();
      await afterShiftChange();
    },
  });
  const counted = methodsOf(closure.counted, closure.expected).flatMap((method) => {
    const amount = amounts[method];
    return amount === undefined ? [] : [{ method, amount }];
  });
  const errors = fieldErrors(recounting.error, t);
  const submit = () =>
    recounting.send('recountClosure', { path: { id: closure.id }, body: { counted, reason: reason.trim() } });
  return (
    <RequestForm request={recounting} onSubmit={submit}>
      <FormErrorAlert error={recounting.error} fields={['reason']} />
      <Text>{t('closures.recountText')}</Text>
      {methodsOf(closure.counted, closure.expected).map((method) => (
        <AmountField
          key={method}
          of={method === 'cash' ? 'sum' : 'balance'}
          label={methodName(method)}
          value={amounts[method]}
          onValue={(amount) => setAmounts({ ...amounts, [method]: amount })}
        />
      ))}
      <TextInput
        label={t('refund.reason')}
        required
        maxLength={500}
        autoComplete="off"
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        error={errors.reason}
      />
      <FormButtons
        isBusy={recounting.isPending}
        action={t('shifts.saveCount')}
        isOff={counted.length === 0}
        onCancel={onClose}
      />
    </RequestForm>
  );
}

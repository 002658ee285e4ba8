import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { textsOf } from '../../design/auth-layout.tsx';
import { Dialog } from '../../design/feedback/dialog.tsx';
import { FormErrorAlert } from '../../design/feedback/error-alert.tsx';
import { useNotify } from '../../design/feedback/notify.ts';
import { FormButtons } from '../../design/forms/form-buttons.tsx';
import { QuantityField } from '../../design/forms/number-fields.tsx';
import { RequestForm } from '../../design/forms/request-form.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { fieldErrors } from '../../session/error-text.ts';
import { useIdempotentRequest } from '../../session/use-idempotent-request.ts';

interface CorrectPointsProps {
  customer_id: string;
  isOpen: boolean;
  onClose(): void;
}

/** Adjusts a customer's points by hand, with a reason. */
export function CorrectPoints({ customer_id, isOpen, onClose }: CorrectPointsProps) {
  const { t, number } = useI18n();
  const notify = useNotify();
  const queries = useQueryClient();
  const correction = useIdempotentRequest(['correctPoints'], {
    subject: customer_id,
    onDone: async ({ data: { balance } }) => {
      close();
      notify.success(t('customer.corrected', { points: number(balance) }));
      await queries.invalidateQueries({ queryKey: ['customers'] });
    },
  });
  const close = () => {
    correction.reset();
    onClose();
  };
  const errors = fieldErrors(correction.error, t);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { points, reason = '' } = textsOf(event);
    correction.send('correctPoints', { path: { id: customer_id }, body: { points: Number(points), reason } });
  };
  return (
    <Dialog isOpen={isOpen} onClose={close} title={t('customer.correct')}>
      <RequestForm request={correction} onSubmit={submit}>
        <FormErrorAlert error={correction.error} fields={['points', 'reason']} />
        <QuantityField
          name="points"
          label={t('customer.points')}
          description={t('customer.correctHint')}
          required
          min={-1_000_000_000}
          data-autofocus
          error={errors.points}
        />
        <TextInput name="reason" label={t('refund.reason')} required maxLength={500} error={errors.reason} />
        <FormButtons isBusy={correction.isPending} onCancel={close} />
      </RequestForm>
    </Dialog>
  );
}

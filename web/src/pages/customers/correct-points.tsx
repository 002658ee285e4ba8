import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useI18n } from '../../language/i18n.tsx';
import { useAct } from '../../session/use-act.ts';
import { ActForm } from '../../ui/act-form.tsx';
import { textsOf } from '../../ui/auth-layout.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormEnd } from '../../ui/form-end.tsx';
import { useNotify } from '../../ui/notify.ts';
import { QuantityField } from '../../ui/number-fields.tsx';
import { FormProblem } from '../../ui/problem.tsx';
import { fieldsOf } from '../../ui/sentence.ts';

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
  const correction = useAct(['correctPoints'], {
    about: customer_id,
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
  const wrong = fieldsOf(correction.error, t);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { points, reason = '' } = textsOf(event);
    correction.send('correctPoints', { path: { id: customer_id }, body: { points: Number(points), reason } });
  };
  return (
    <Dialog isOpen={isOpen} onClose={close} title={t('customer.correct')}>
      <ActForm act={correction} onSubmit={submit}>
        <FormProblem error={correction.error} beside={['points', 'reason']} />
        <QuantityField
          name="points"
          label={t('customer.points')}
          description={t('customer.correctHint')}
          required
          min={-1_000_000_000}
          data-autofocus
          error={wrong.points}
        />
        <TextInput name="reason" label={t('refund.reason')} required maxLength={500} error={wrong.reason} />
        <FormEnd isBusy={correction.isPending} onCancel={close} />
      </ActForm>
    </Dialog>
  );
}

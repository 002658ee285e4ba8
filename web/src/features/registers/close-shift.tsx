import { Text, Textarea } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { textsOf } from '../../design/auth-layout.tsx';
import { Dialog } from '../../design/feedback/dialog.tsx';
import { ErrorAlert } from '../../design/feedback/error-alert.tsx';
import { FormButtons } from '../../design/forms/form-buttons.tsx';
import { textOf, withoutUndefined } from '../../design/forms/form-values.ts';
import { RequestForm } from '../../design/forms/request-form.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { afterShiftChange } from '../../session/queries.ts';
import { useIdempotentRequest } from '../../session/use-idempotent-request.ts';
import { ApprovalDialog } from '../approvals/approval-dialog.tsx';
import { Variance } from './figures.tsx';
import type { ShiftReport } from './register-queries.ts';
import { amountOf } from './variance.ts';

interface CloseShiftProps {
  shift: ShiftReport;
  isOpen: boolean;
  onClose(): void;
}

/** Dialog to close a counted shift. Its closure is shown afterwards. */
export function CloseShift({ shift, isOpen, onClose }: CloseShiftProps) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const closing = useIdempotentRequest(['closeShift'], {
    subject: shift.id,
    onDone: async ({ data: { id } }) => {
      await navigate({ to: '/shifts/closures/$id', params: { id }, ignoreBlocker: true });
      await afterShiftChange();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) =>
    closing.send('closeShift', {
      path: { id: shift.id },
      body: withoutUndefined({ note: textOf(textsOf(event).note) }),
    });
  const variance = amountOf(shift.variance, 'cash');
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('shifts.close')}>
      <RequestForm request={closing} onSubmit={submit}>
        <ErrorAlert error={closing.error} />
        {variance !== undefined && (
          <Text size="xl" className="figures">
            <Variance variance={variance} />
          </Text>
        )}
        <Text>{t('shifts.closeText')}</Text>
        <Textarea name="note" label={t('sale.note')} autosize maxLength={1_000} data-autofocus />
        <FormButtons isBusy={closing.isPending} action={t('shifts.close')} onCancel={onClose} />
      </RequestForm>
      <ApprovalDialog operation="closeShift" request={closing} />
    </Dialog>
  );
}

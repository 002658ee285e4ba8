import { Button, Group, Text, TextInput } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useI18n } from '../../language/i18n.tsx';
import type { IdempotentRequest } from '../../session/use-idempotent-request.ts';
import { textsOf } from '../auth-layout.tsx';
import { textOf } from '../forms/form-values.ts';
import { RequestForm } from '../forms/request-form.tsx';
import { Dialog } from './dialog.tsx';
import { ErrorAlert } from './error-alert.tsx';

/** The request to confirm: an idempotent request, or a mutation that is safe to repeat. */
type ConfirmedRequest = Pick<IdempotentRequest, 'isPending' | 'error'> &
  Partial<Pick<IdempotentRequest, 'isUnknown' | 'sendAgain' | 'markShown' | 'reset'>>;

interface ConfirmDialogProps {
  title: string;
  text: string;
  /** Label of the confirm button. */
  action: string;
  /** Label of the reason field. Without it there is no such field. */
  reason?: string;
  isReasonRequired?: boolean;
  /** Shown below the form. */
  help?: ReactNode;
  /** The action is not destructive, so the button is not red. */
  isSafe?: boolean;
  isOpen: boolean;
  request: ConfirmedRequest;
  onClose(): void;
  onConfirm(reason: string | undefined): void;
}

const noop = () => undefined;
const returnNoop = () => noop;

/** Asks for confirmation before an action that cannot be undone. Opened again, it shows no earlier error. */
export function ConfirmDialog({
  title,
  text,
  action,
  reason,
  isReasonRequired = false,
  help,
  isSafe = false,
  isOpen,
  request,
  onClose,
  onConfirm,
}: ConfirmDialogProps) {
  const { t } = useI18n();
  const { isPending, error, isUnknown = false, sendAgain = noop, markShown = returnNoop } = request;
  const shown = { isPending, error, isUnknown, sendAgain, markShown };
  const close = () => {
    request.reset?.();
    onClose();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    onConfirm(textOf(textsOf(event).reason));
  };
  return (
    <Dialog isOpen={isOpen} onClose={close} title={title} skipUnsavedCheck>
      <RequestForm request={shown} onSubmit={submit}>
        <ErrorAlert error={error} />
        <Text>{text}</Text>
        {reason !== undefined && (
          <TextInput name="reason" label={reason} required={isReasonRequired} maxLength={500} data-autofocus />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {t('products.cancel')}
          </Button>
          <Button type="submit" loading={isPending} {...(isSafe ? {} : { color: 'red.9' })}>
            {action}
          </Button>
        </Group>
      </RequestForm>
      {help}
    </Dialog>
  );
}

import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { textsOf } from '../../design/auth-layout.tsx';
import { ErrorAlert } from '../../design/feedback/error-alert.tsx';
import { PasswordField } from '../../design/forms/password-field.tsx';
import { RequestForm } from '../../design/forms/request-form.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { pinLength } from '../../session/pin-rules.ts';
import { pinTill } from '../../session/session-state.ts';
import type { ResponseData } from '../../session/types.ts';
import { useIdempotentRequest } from '../../session/use-idempotent-request.ts';
import { registerTill } from '../till/register-till.ts';

interface ApproverPinProps {
  approval_id: string;
  onApproved(approval: ResponseData<'getApproval'>): void;
  onElsewhere(): void;
  onClose(): void;
}

/** Form in which another person approves with their PIN, on the device of the requester. */
export function ApproverPin({ approval_id, onApproved, onElsewhere, onClose }: ApproverPinProps) {
  const { t } = useI18n();
  const approving = useIdempotentRequest(['approveApproval'], {
    subject: approval_id,
    onDone: ({ data }) => onApproved(data),
  });
  const entering = useMutation({
    mutationFn: async (pin: string) => ({ pin, device_id: pinTill()?.device_id ?? (await registerTill()) }),
    onSuccess: (body) => approving.send('approveApproval', { path: { id: approval_id }, body }),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { pin = '' } = textsOf(event);
    event.currentTarget.reset();
    if (!entering.isPending) entering.mutate(pin);
  };
  return (
    <RequestForm request={approving} onSubmit={submit} label={t('approval.title')}>
      <ErrorAlert error={entering.error ?? approving.error} />
      <PasswordField
        name="pin"
        label={t('approval.pin')}
        autoComplete="off"
        inputMode="numeric"
        pattern="[0-9]{4,8}"
        minLength={pinLength.least}
        maxLength={pinLength.most}
        required
        autoFocus
        data-autofocus
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('products.cancel')}
        </Button>
        <Button variant="default" onClick={onElsewhere}>
          {t('approval.elsewhere')}
        </Button>
        <Button type="submit" loading={entering.isPending || approving.isPending}>
          {t('approval.approve')}
        </Button>
      </Group>
    </RequestForm>
  );
}

import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { textsOf } from '../../../design/auth-layout.tsx';
import { FormErrorAlert } from '../../../design/feedback/error-alert.tsx';
import { useNotify } from '../../../design/feedback/notify.ts';
import { CodeField } from '../../../design/forms/code-field.tsx';
import { FormButtons } from '../../../design/forms/form-buttons.tsx';
import { PasswordField } from '../../../design/forms/password-field.tsx';
import { RequestForm } from '../../../design/forms/request-form.tsx';
import { useI18n } from '../../../language/i18n.tsx';
import { api, TillhouseError } from '../../../session/api.ts';
import { fieldErrors } from '../../../session/error-text.ts';
import { useSession } from '../../../session/session.tsx';
import { useIdempotentRequest } from '../../../session/use-idempotent-request.ts';

/** Asks for password and code before a change that weakens the account. */
function PasswordAndCode({ error }: { error: unknown }) {
  const { t } = useI18n();
  const { user } = useSession();
  const errors = fieldErrors(error, t);
  return (
    <>
      <FormErrorAlert error={error} fields={['password', 'code']} />
      <input hidden readOnly name="email" autoComplete="username" value={user.email ?? ''} />
      <PasswordField
        name="password"
        label={t('factor.password')}
        autoComplete="current-password"
        required
        data-autofocus
        error={errors.password}
      />
      <CodeField error={errors.code} />
    </>
  );
}

const credentialsFrom = (event: FormEvent<HTMLFormElement>) => {
  const { password = '', code = '' } = textsOf(event);
  return { password, code };
};

export function TurnOffSecondFactor({ onClose }: { onClose(): void }) {
  const { t } = useI18n();
  const notify = useNotify();
  const removing = useMutation({
    mutationFn: async (body: { password: string; code: string }) => {
      await api.removeTotp({ body }).catch((error: unknown) => {
        // It is already off: the response to an earlier attempt was lost, and the client retried.
        if (!(error instanceof TillhouseError) || error.code !== 'INVALID_STATE') throw error;
      });
    },
    onSuccess: () => {
      onClose();
      notify.success(t('factor.turnedOff'));
    },
  });
  const request = {
    isPending: removing.isPending,
    isUnknown: false,
    sendAgain: () => undefined,
    markShown: () => () => undefined,
  };
  return (
    <RequestForm request={request} onSubmit={(event) => removing.mutate(credentialsFrom(event))}>
      <Text>{t('factor.offText')}</Text>
      <PasswordAndCode error={removing.error} />
      <FormButtons isBusy={removing.isPending} action={t('factor.turnOff')} onCancel={onClose} />
    </RequestForm>
  );
}

interface RenewCodesProps {
  onClose(): void;
  onCodes(codes: readonly string[]): void;
}

export function RenewCodes({ onClose, onCodes }: RenewCodesProps) {
  const { t } = useI18n();
  const renewing = useIdempotentRequest(['renewRecoveryCodes'], { onDone: ({ data }) => onCodes(data.recovery_codes) });
  return (
    <RequestForm
      request={renewing}
      onSubmit={(event) => renewing.send('renewRecoveryCodes', { body: credentialsFrom(event) })}
    >
      <Text>{t('factor.renewText')}</Text>
      <PasswordAndCode error={renewing.error} />
      <FormButtons isBusy={renewing.isPending} action={t('factor.renew')} onCancel={onClose} />
    </RequestForm>
  );
}

import { Anchor, Center, Skeleton, Text } from '@mantine/core';
import { type FormEvent, lazy, Suspense } from 'react';
import { textsOf } from '../../../design/auth-layout.tsx';
import { ErrorAlert, FormErrorAlert } from '../../../design/feedback/error-alert.tsx';
import { OneTimeSecret } from '../../../design/feedback/one-time-secret.tsx';
import { CodeField } from '../../../design/forms/code-field.tsx';
import { FormButtons } from '../../../design/forms/form-buttons.tsx';
import { PasswordField } from '../../../design/forms/password-field.tsx';
import { RequestForm } from '../../../design/forms/request-form.tsx';
import { useI18n } from '../../../language/i18n.tsx';
import { fieldErrors } from '../../../session/error-text.ts';
import { useIdempotentRequest } from '../../../session/use-idempotent-request.ts';

const QrCode = lazy(async () => ({ default: (await import('../../../design/qr-code.tsx')).QrCode }));

interface SecondFactorSetUpProps {
  /** Missing if the set-up cannot be cancelled. */
  onClose?(): void;
  /** Called with the recovery codes; empty if the first response was lost. */
  onCodes(codes: readonly string[]): void;
}

/** Sets up two-factor authentication: password, then the key for the app, then a code as confirmation. */
export function SecondFactorSetUp({ onClose, onCodes }: SecondFactorSetUpProps) {
  const { t } = useI18n();
  const closing = onClose === undefined ? {} : { onClose };
  const starting = useIdempotentRequest(['startTotp']);
  const totp = starting.response?.data;
  if (totp?.secret != null && totp.otpauth_url != null)
    return <ConfirmCode secret={totp.secret} otpauth_url={totp.otpauth_url} {...closing} onCodes={onCodes} />;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { password = '' } = textsOf(event);
    starting.send('startTotp', { body: { password } });
  };
  const errors = fieldErrors(starting.error, t);
  return (
    <RequestForm request={starting} onSubmit={submit}>
      <FormErrorAlert error={starting.error} fields={['password']} />
      {totp !== undefined && <ErrorAlert error={new Error(t('factor.lost'))} />}
      <PasswordField
        name="password"
        label={t('factor.password')}
        autoComplete="current-password"
        required
        autoFocus={onClose === undefined}
        data-autofocus
        error={errors.password}
      />
      <FormButtons
        isBusy={starting.isPending}
        action={t('factor.next')}
        {...(onClose === undefined ? {} : { onCancel: onClose })}
      />
    </RequestForm>
  );
}

interface ConfirmCodeProps extends SecondFactorSetUpProps {
  secret: string;
  otpauth_url: string;
}

function ConfirmCode({ secret, otpauth_url, onClose, onCodes }: ConfirmCodeProps) {
  const { t } = useI18n();
  const confirming = useIdempotentRequest(['confirmTotp'], { onDone: ({ data }) => onCodes(data.recovery_codes) });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { code = '' } = textsOf(event);
    confirming.send('confirmTotp', { body: { code } });
  };
  return (
    <RequestForm request={confirming} onSubmit={submit}>
      <FormErrorAlert error={confirming.error} fields={['code']} />
      <Text>{t('factor.secretText')}</Text>
      <Center mih={200}>
        <Suspense fallback={<Skeleton height={200} width={200} />}>
          <QrCode label={t('factor.qr')} text={otpauth_url} />
        </Suspense>
      </Center>
      <OneTimeSecret label={t('factor.secret')} text={secret.replace(/(.{4})(?=.)/g, '$1 ')} copied={secret} />
      <Anchor href={otpauth_url} underline="always">
        {t('factor.open')}
      </Anchor>
      <CodeField isAppOnly autoFocus error={fieldErrors(confirming.error, t).code} />
      <FormButtons
        isBusy={confirming.isPending}
        action={t('factor.confirm')}
        {...(onClose === undefined ? {} : { onCancel: onClose })}
      />
    </RequestForm>
  );
}

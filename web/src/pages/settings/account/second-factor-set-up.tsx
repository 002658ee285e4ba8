import { Anchor, Center, PasswordInput, Skeleton, Text } from '@mantine/core';
import { type FormEvent, lazy, Suspense } from 'react';
import { useI18n } from '../../../language/i18n.tsx';
import { useAct } from '../../../session/use-act.ts';
import { ActForm } from '../../../ui/act-form.tsx';
import { textsOf } from '../../../ui/auth-layout.tsx';
import { CodeField } from '../../../ui/code-field.tsx';
import { FormEnd } from '../../../ui/form-end.tsx';
import { OneTimeSecret } from '../../../ui/one-time-secret.tsx';
import { FormProblem, Problem } from '../../../ui/problem.tsx';
import { fieldsOf } from '../../../ui/sentence.ts';

const QrCode = lazy(async () => ({ default: (await import('../../../ui/qr-code.tsx')).QrCode }));

interface SetUpProps {
  /** Missing if the set-up cannot be cancelled. */
  onClose?(): void;
  /** Called with the recovery codes; empty if the first response was lost. */
  onCodes(codes: readonly string[]): void;
}

/** Sets up two-factor authentication: password, then the key for the app, then a code as confirmation. */
export function SetUp({ onClose, onCodes }: SetUpProps) {
  const { t } = useI18n();
  const closing = onClose === undefined ? {} : { onClose };
  const starting = useAct(['startTotp']);
  const totp = starting.answer?.data;
  if (totp?.secret != null && totp.otpauth_url != null)
    return <Confirm secret={totp.secret} otpauth_url={totp.otpauth_url} {...closing} onCodes={onCodes} />;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { password = '' } = textsOf(event);
    starting.send('startTotp', { body: { password } });
  };
  const wrong = fieldsOf(starting.error, t);
  return (
    <ActForm act={starting} onSubmit={submit}>
      <FormProblem error={starting.error} beside={['password']} />
      {totp !== undefined && <Problem error={new Error(t('factor.lost'))} />}
      <PasswordInput
        name="password"
        label={t('factor.password')}
        autoComplete="current-password"
        required
        autoFocus={onClose === undefined}
        data-autofocus
        error={wrong.password}
      />
      <FormEnd
        isBusy={starting.isPending}
        action={t('factor.next')}
        {...(onClose === undefined ? {} : { onCancel: onClose })}
      />
    </ActForm>
  );
}

interface ConfirmProps extends SetUpProps {
  secret: string;
  otpauth_url: string;
}

function Confirm({ secret, otpauth_url, onClose, onCodes }: ConfirmProps) {
  const { t } = useI18n();
  const confirming = useAct(['confirmTotp'], { onDone: ({ data }) => onCodes(data.recovery_codes) });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { code = '' } = textsOf(event);
    confirming.send('confirmTotp', { body: { code } });
  };
  return (
    <ActForm act={confirming} onSubmit={submit}>
      <FormProblem error={confirming.error} beside={['code']} />
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
      <CodeField isAppOnly autoFocus error={fieldsOf(confirming.error, t).code} />
      <FormEnd
        isBusy={confirming.isPending}
        action={t('factor.confirm')}
        {...(onClose === undefined ? {} : { onCancel: onClose })}
      />
    </ActForm>
  );
}

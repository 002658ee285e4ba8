import { Alert, Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { AuthLayout, textsOf } from '../../design/auth-layout.tsx';
import { FormErrorAlert } from '../../design/feedback/error-alert.tsx';
import { NewPassword } from '../../design/forms/new-password.tsx';
import { RequestFields, UnknownOutcome } from '../../design/forms/request-form.tsx';
import { TextLink } from '../../design/text-link.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { api } from '../../session/api.ts';
import { fieldErrors } from '../../session/error-text.ts';
import { useAuthOptions } from '../../session/use-auth-options.ts';
import { useIdempotentRequest } from '../../session/use-idempotent-request.ts';
import { KeptKeys } from '../settings/api-keys/kept-keys.tsx';

/** Requests a reset link by e-mail. If the service sends no e-mail, says who can create one. */
export function ForgotPassword() {
  const { t } = useI18n();
  const options = useAuthOptions();
  const request = useMutation({ mutationFn: (email: string) => api.forgotPassword({ body: { email } }) });
  const submit = (event: FormEvent<HTMLFormElement>) => request.mutate(textsOf(event).email ?? '');
  const back = (
    <TextLink to="/sign-in" size="sm">
      {t('reset.back')}
    </TextLink>
  );
  const isMailed = options.data?.mail !== false;
  const isRequested = request.isSuccess;
  return (
    <AuthLayout
      title={t('forgot.title')}
      {...(isRequested ? {} : { text: t(isMailed ? 'forgot.text' : 'forgot.noMail') })}
      onSubmit={submit}
    >
      {isRequested && <Alert role="status">{t('forgot.sent')}</Alert>}
      <FormErrorAlert error={request.error} fields={['email']} />
      {isMailed && !isRequested && (
        <>
          <TextInput
            name="email"
            type="email"
            label={t('signIn.email')}
            autoComplete="username"
            required
            autoFocus
            error={fieldErrors(request.error, t).email}
          />
          <Button type="submit" loading={request.isPending} fullWidth>
            {t('forgot.action')}
          </Button>
        </>
      )}
      {back}
    </AuthLayout>
  );
}

/** Sets a new password with a reset link. */
export function ResetPassword() {
  const { t } = useI18n();
  const [token] = useState(() => new URLSearchParams(globalThis.location.hash.slice(1)).get('token') ?? '');
  const resetting = useIdempotentRequest(['resetPassword']);
  const submit = (event: FormEvent<HTMLFormElement>) =>
    resetting.send('resetPassword', { body: { token, password: textsOf(event).password ?? '' } });
  const errors = fieldErrors(resetting.error, t);
  const none = (event: FormEvent<HTMLFormElement>) => event.preventDefault();
  if (resetting.response !== undefined)
    return (
      <AuthLayout title={t('reset.done')} text={t('reset.doneText')} onSubmit={none}>
        <KeptKeys keys={resetting.response.data.api_keys} />
        <TextLink to="/sign-in">{t('signIn.action')}</TextLink>
      </AuthLayout>
    );
  if (token === '' || errors.token !== undefined)
    return (
      <AuthLayout title={t('reset.over')} text={t('reset.overText')} onSubmit={none}>
        <TextLink to="/forgot-password">{t('forgot.title')}</TextLink>
      </AuthLayout>
    );
  return (
    <AuthLayout title={t('reset.title')} text={t('reset.text')} onSubmit={submit}>
      <UnknownOutcome request={resetting} />
      <FormErrorAlert error={resetting.error} fields={['password']} />
      <RequestFields request={resetting}>
        <NewPassword
          name="password"
          label={t('account.new')}
          description={t('welcome.passwordHint')}
          error={errors.password}
          autoFocus
        />
        <Button type="submit" loading={resetting.isPending} fullWidth>
          {t('reset.action')}
        </Button>
      </RequestFields>
    </AuthLayout>
  );
}

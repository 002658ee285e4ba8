import { Anchor, Button, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { AuthLayout, textsOf } from '../../design/auth-layout.tsx';
import { ErrorAlert } from '../../design/feedback/error-alert.tsx';
import { CodeField } from '../../design/forms/code-field.tsx';
import { PasswordField } from '../../design/forms/password-field.tsx';
import { TextLink } from '../../design/text-link.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { signInWithPasskey } from '../../session/api.ts';
import { canUsePasskeys, signChallenge } from '../../session/passkeys.ts';
import { onSignedIn } from '../../session/session-state.ts';
import { useAuthOptions } from '../../session/use-auth-options.ts';
import { useSignIn } from '../../session/use-sign-in.ts';

export function SignIn() {
  const { t } = useI18n();
  const options = useAuthOptions();
  const { to } = useSearch({ from: '/sign-in' });
  const navigate = useNavigate();
  const entry = useSignIn(() => {
    onSignedIn();
    return navigate({ to: to ?? '/' });
  });
  const byPasskey = useMutation({
    mutationFn: async () => signInWithPasskey(await signChallenge()),
    onSuccess: () => {
      onSignedIn();
      return navigate({ to: to ?? '/' });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { email = '', password = '', code } = textsOf(event);
    entry.send({ email, password, ...(code === undefined ? {} : { code }) });
  };
  return (
    <AuthLayout title={t('signIn.title')} onSubmit={submit}>
      <ErrorAlert error={entry.error ?? byPasskey.error} />
      <TextInput name="email" type="email" label={t('signIn.email')} autoComplete="username" required autoFocus />
      <PasswordField name="password" label={t('signIn.password')} autoComplete="current-password" required />
      {entry.isCodeWanted && <CodeField error={entry.codeError} autoFocus />}
      <Button type="submit" loading={entry.isPending} fullWidth>
        {t('signIn.action')}
      </Button>
      <TextLink to="/forgot-password" size="sm">
        {t('signIn.forgot')}
      </TextLink>
      {canUsePasskeys() && (
        <Button variant="default" loading={byPasskey.isPending} onClick={() => byPasskey.mutate()} fullWidth>
          {t('signIn.passkey')}
        </Button>
      )}
      {!options.isPending && options.data?.registration !== 'closed' && (
        <Text size="sm">
          {t('signIn.noShop')}{' '}
          <Anchor component={Link} to="/welcome" inherit underline="always">
            {t('signIn.open')}
          </Anchor>
        </Text>
      )}
    </AuthLayout>
  );
}

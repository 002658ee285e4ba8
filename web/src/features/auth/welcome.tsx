import { Anchor, Button, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useLoaderData, useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { AuthLayout, textsOf } from '../../design/auth-layout.tsx';
import { guessCurrency } from '../../design/currency.ts';
import { FormErrorAlert } from '../../design/feedback/error-alert.tsx';
import { NewPassword } from '../../design/forms/new-password.tsx';
import { RequestFields, UnknownOutcome } from '../../design/forms/request-form.tsx';
import { CurrencyField, TimezoneField } from '../../design/forms/shop-fields.tsx';
import { TextLink } from '../../design/text-link.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { signIn } from '../../session/api.ts';
import { fieldErrors } from '../../session/error-text.ts';
import { onSignedIn } from '../../session/session-state.ts';
import { useIdempotentRequest } from '../../session/use-idempotent-request.ts';

/** The page to register on, or the information that registration is closed. */
export function Welcome() {
  const { t } = useI18n();
  const registration = useLoaderData({ from: '/welcome' });
  if (registration !== 'closed') return <Register hasDemo={registration === 'open'} />;
  return (
    <AuthLayout title={t('welcome.closed')} text={t('welcome.closedText')} onSubmit={(event) => event.preventDefault()}>
      <TextLink to="/sign-in">{t('signIn.action')}</TextLink>
    </AuthLayout>
  );
}

/** Registration: creates a shop and its owner. */
function Register({ hasDemo }: { hasDemo: boolean }) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const entry = useMutation({
    mutationFn: signIn,
    onSuccess: () => {
      onSignedIn();
      return navigate({ to: '/' });
    },
  });
  const opening = useIdempotentRequest(['register'], {
    onDone: (_, { body: { email, password } }) => entry.mutate({ email, password }),
  });
  const errors = fieldErrors(opening.error, t);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { currency = '', email = '', password = '', name = '', ...shop } = textsOf(event);
    if (!opening.isPending && !opening.isUnknown)
      opening.send('register', { body: { ...shop, email, password, name, currency: currency.slice(0, 3) } });
  };
  return (
    <AuthLayout title={t('welcome.title')} text={t('welcome.text')} onSubmit={submit}>
      <UnknownOutcome request={opening} />
      <FormErrorAlert
        error={opening.error ?? entry.error}
        fields={['merchant_name', 'currency', 'timezone', 'name', 'email', 'password']}
      />
      <RequestFields request={opening}>
        <TextInput
          name="merchant_name"
          label={t('welcome.shop')}
          autoComplete="organization"
          required
          autoFocus
          error={errors.merchant_name}
        />
        <CurrencyField defaultValue={guessCurrency(navigator.language)} error={errors.currency} />
        <TimezoneField defaultValue={Intl.DateTimeFormat().resolvedOptions().timeZone} error={errors.timezone} />
        <TextInput name="name" label={t('welcome.name')} autoComplete="name" required error={errors.name} />
        <TextInput
          name="email"
          type="email"
          label={t('welcome.email')}
          autoComplete="username"
          required
          error={errors.email}
        />
        <NewPassword
          name="password"
          label={t('welcome.password')}
          description={t('welcome.passwordHint')}
          error={errors.password}
        />
        <Button type="submit" loading={opening.isPending || entry.isPending} fullWidth>
          {t('welcome.action')}
        </Button>
      </RequestFields>
      <Text size="sm">
        {t('welcome.haveOne')}{' '}
        <Anchor component={Link} to="/sign-in" inherit underline="always">
          {t('welcome.signIn')}
        </Anchor>
      </Text>
      {hasDemo && (
        <Text size="sm">
          {t('welcome.looking')}{' '}
          <Anchor component={Link} to="/demo" inherit underline="always">
            {t('demo.load')}
          </Anchor>
        </Text>
      )}
    </AuthLayout>
  );
}

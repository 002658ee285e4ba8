import { Anchor, Button, Group, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useLoaderData, useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { useI18n } from '../language/i18n.tsx';
import { signIn } from '../session/api.ts';
import { onSignedIn } from '../session/entry.ts';
import { useAct } from '../session/use-act.ts';
import { ActFields, UnknownOutcome } from '../ui/act-form.tsx';
import { AuthLayout, textsOf } from '../ui/auth-layout.tsx';
import { guessCurrency } from '../ui/currency.ts';
import { NewPassword } from '../ui/new-password.tsx';
import { FormProblem } from '../ui/problem.tsx';
import { fieldsOf } from '../ui/sentence.ts';
import { CurrencyField, TimezoneField } from '../ui/shop-fields.tsx';
import { TextLink } from '../ui/text-link.tsx';

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
  const opening = useAct(['register'], {
    onDone: (_, { body: { email, password } }) => entry.mutate({ email, password }),
  });
  const wrong = fieldsOf(opening.error, t);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { currency = '', email = '', password = '', name = '', ...shop } = textsOf(event);
    if (!opening.isPending && !opening.isUnknown)
      opening.send('register', { body: { ...shop, email, password, name, currency: currency.slice(0, 3) } });
  };
  return (
    <AuthLayout title={t('welcome.title')} text={t('welcome.text')} onSubmit={submit}>
      <UnknownOutcome act={opening} />
      <FormProblem
        error={opening.error ?? entry.error}
        beside={['merchant_name', 'currency', 'timezone', 'name', 'email', 'password']}
      />
      <ActFields act={opening}>
        <TextInput
          name="merchant_name"
          label={t('welcome.shop')}
          autoComplete="organization"
          required
          autoFocus
          error={wrong.merchant_name}
        />
        <Group grow align="flex-start">
          <CurrencyField defaultValue={guessCurrency(navigator.language)} error={wrong.currency} />
          <TimezoneField defaultValue={Intl.DateTimeFormat().resolvedOptions().timeZone} error={wrong.timezone} />
        </Group>
        <TextInput name="name" label={t('welcome.name')} autoComplete="name" required error={wrong.name} />
        <TextInput
          name="email"
          type="email"
          label={t('welcome.email')}
          autoComplete="username"
          required
          error={wrong.email}
        />
        <NewPassword
          name="password"
          label={t('welcome.password')}
          description={t('welcome.passwordHint')}
          error={wrong.password}
        />
        <Button type="submit" loading={opening.isPending || entry.isPending} fullWidth>
          {t('welcome.action')}
        </Button>
      </ActFields>
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

import { Anchor, Button, Group, PasswordInput, Select, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useMemo } from 'react';
import { useSpeech } from '../language/language.tsx';
import { enter } from '../router.tsx';
import { api, signIn } from '../session/api.ts';
import { guessCurrency } from '../ui/currency.ts';
import { Door, textsOf } from '../ui/door.tsx';
import { FormProblem } from '../ui/problem.tsx';
import { fieldsOf } from '../ui/sentence.ts';

/** Somebody’s first minute: their shop, and themselves as its owner. */
export function Welcome() {
  const { t, language } = useSpeech();
  const navigate = useNavigate();
  const currencies = useMemo(() => {
    const names = new Intl.DisplayNames([language], { type: 'currency' });
    return Intl.supportedValuesOf('currency').map((code) => ({ value: code, label: `${code} · ${names.of(code)}` }));
  }, [language]);
  const zones = useMemo(() => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])], []);
  const opening = useMutation({
    mutationFn: async ({ email = '', password = '', name = '', ...shop }: Record<string, string>) => {
      await api.register({ body: { email, password, name, ...shop } });
      await signIn({ email, password });
    },
    onSuccess: () => {
      enter();
      return navigate({ to: '/' });
    },
  });
  const wrong = fieldsOf(opening.error);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { currency = '', ...texts } = textsOf(event);
    opening.mutate({ ...texts, currency: currency.slice(0, 3) });
  };
  return (
    <Door title={t('welcome.title')} text={t('welcome.text')} onSubmit={submit}>
      <FormProblem error={opening.error} beside={['merchant_name', 'currency', 'timezone', 'name', 'email', 'password']} />
      <TextInput
        name="merchant_name"
        label={t('welcome.shop')}
        autoComplete="organization"
        required
        autoFocus
        error={wrong.merchant_name}
      />
      <Group grow align="flex-start">
        <Select
          name="currency"
          label={t('welcome.currency')}
          data={currencies}
          defaultValue={guessCurrency(navigator.language)}
          searchable
          allowDeselect={false}
          error={wrong.currency}
        />
        <Select
          name="timezone"
          label={t('welcome.timezone')}
          data={zones}
          defaultValue={Intl.DateTimeFormat().resolvedOptions().timeZone}
          searchable
          allowDeselect={false}
          error={wrong.timezone}
        />
      </Group>
      <TextInput name="name" label={t('welcome.name')} autoComplete="name" required error={wrong.name} />
      <TextInput name="email" type="email" label={t('welcome.email')} autoComplete="username" required error={wrong.email} />
      <PasswordInput
        name="password"
        label={t('welcome.password')}
        description={t('welcome.passwordHint')}
        autoComplete="new-password"
        minLength={8}
        required
        error={wrong.password}
      />
      <Button type="submit" loading={opening.isPending} fullWidth>
        {t('welcome.action')}
      </Button>
      <Text size="sm">
        {t('welcome.haveOne')}{' '}
        <Anchor component={Link} to="/sign-in" inherit underline="always">
          {t('welcome.signIn')}
        </Anchor>
      </Text>
      <Text size="sm">
        {t('welcome.looking')}{' '}
        <Anchor component={Link} to="/demo" inherit underline="always">
          {t('demo.load')}
        </Anchor>
      </Text>
    </Door>
  );
}

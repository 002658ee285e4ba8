import { Anchor, Button, PasswordInput, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { useSpeech } from '../language/language.tsx';
import { signIn } from '../session/api.ts';
import { enter } from '../session/entry.ts';
import { Door, textsOf } from '../ui/door.tsx';
import { Problem } from '../ui/problem.tsx';

export function SignIn() {
  const { t } = useSpeech();
  const { to } = useSearch({ from: '/sign-in' });
  const navigate = useNavigate();
  const entry = useMutation({
    mutationFn: signIn,
    onSuccess: () => {
      enter();
      return navigate({ to: to ?? '/' });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { email = '', password = '' } = textsOf(event);
    entry.mutate({ email, password });
  };
  return (
    <Door title={t('signIn.title')} onSubmit={submit}>
      <Problem error={entry.error} />
      <TextInput name="email" type="email" label={t('signIn.email')} autoComplete="username" required autoFocus />
      <PasswordInput name="password" label={t('signIn.password')} autoComplete="current-password" required />
      <Button type="submit" loading={entry.isPending} fullWidth>
        {t('signIn.action')}
      </Button>
      <Text size="sm">
        {t('signIn.noShop')}{' '}
        <Anchor component={Link} to="/welcome" inherit underline="always">
          {t('signIn.open')}
        </Anchor>
      </Text>
    </Door>
  );
}

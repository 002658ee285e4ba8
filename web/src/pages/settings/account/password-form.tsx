import { PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef } from 'react';
import { useSpeech } from '../../../language/language.tsx';
import { api } from '../../../session/api.ts';
import { useSession } from '../../../session/session.tsx';
import { Card } from '../../../ui/card.tsx';
import { textsOf } from '../../../ui/door.tsx';
import { FormEnd } from '../../../ui/form-end.tsx';
import { NewPassword } from '../../../ui/new-password.tsx';
import { FormProblem } from '../../../ui/problem.tsx';
import { fieldsOf } from '../../../ui/sentence.ts';
import { useTell } from '../../../ui/tell.ts';

export function PasswordForm() {
  const { t } = useSpeech();
  const { user } = useSession();
  const tell = useTell();
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const changing = useMutation({
    mutationFn: ({ current_password = '', new_password = '' }: Record<string, string>) =>
      api.changePassword({ body: { current_password, new_password } }),
    onSuccess: async () => {
      form.current?.reset();
      tell.done(t('account.passwordChanged'));
      await queries.invalidateQueries({ queryKey: ['sessions'] });
    },
  });
  const wrong = fieldsOf(changing.error);
  const submit = (event: FormEvent<HTMLFormElement>) => changing.mutate(textsOf(event));
  return (
    <Card title={t('account.password')}>
      <form ref={form} onSubmit={submit} aria-label={t('account.password')}>
        <Stack maw={420}>
          <Text size="sm">{t('account.passwordText')}</Text>
          <FormProblem error={changing.error} beside={['current_password', 'new_password']} />
          {/* For who keeps passwords: whose it is. */}
          <input hidden readOnly name="email" autoComplete="username" value={user.email} />
          <PasswordInput
            name="current_password"
            label={t('account.current')}
            autoComplete="current-password"
            required
            error={wrong.current_password}
          />
          <NewPassword name="new_password" label={t('account.new')} description={t('welcome.passwordHint')} error={wrong.new_password} />
          <FormEnd isBusy={changing.isPending} action={t('account.change')} />
        </Stack>
      </form>
    </Card>
  );
}

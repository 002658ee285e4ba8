import { Box, PasswordInput, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef } from 'react';
import { useI18n } from '../../../language/i18n.tsx';
import { useSession } from '../../../session/session.tsx';
import { useAct } from '../../../session/use-act.ts';
import { ActForm } from '../../../ui/act-form.tsx';
import { textsOf } from '../../../ui/auth-layout.tsx';
import { Card } from '../../../ui/card.tsx';
import { FormEnd } from '../../../ui/form-end.tsx';
import { NewPassword } from '../../../ui/new-password.tsx';
import { useNotify } from '../../../ui/notify.ts';
import { FormProblem } from '../../../ui/problem.tsx';
import { fieldsOf } from '../../../ui/sentence.ts';

export function PasswordForm() {
  const { t } = useI18n();
  const { user } = useSession();
  const notify = useNotify();
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const changing = useAct(['changePassword'], {
    onDone: async () => {
      form.current?.reset();
      notify.success(t('account.passwordChanged'));
      await queries.invalidateQueries({ queryKey: ['sessions'] });
    },
  });
  const wrong = fieldsOf(changing.error, t);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { current_password = '', new_password = '' } = textsOf(event);
    changing.send('changePassword', { body: { current_password, new_password } });
  };
  return (
    <Card title={t('account.password')}>
      <Box maw={420}>
        <ActForm act={changing} formRef={form} onSubmit={submit} label={t('account.password')}>
          <Text size="sm">{t('account.passwordText')}</Text>
          <FormProblem error={changing.error} beside={['current_password', 'new_password']} />
          {/* Tells password managers which account the password belongs to. */}
          <input hidden readOnly name="email" autoComplete="username" value={user.email} />
          <PasswordInput
            name="current_password"
            label={t('account.current')}
            autoComplete="current-password"
            required
            error={wrong.current_password}
          />
          <NewPassword
            name="new_password"
            label={t('account.new')}
            description={t('welcome.passwordHint')}
            error={wrong.new_password}
          />
          <FormEnd isBusy={changing.isPending} action={t('account.change')} />
        </ActForm>
      </Box>
    </Card>
  );
}

import { Box, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef } from 'react';
import { textsOf } from '../../../design/auth-layout.tsx';
import { Card } from '../../../design/card.tsx';
import { FormErrorAlert } from '../../../design/feedback/error-alert.tsx';
import { useNotify } from '../../../design/feedback/notify.ts';
import { FormButtons } from '../../../design/forms/form-buttons.tsx';
import { NewPassword } from '../../../design/forms/new-password.tsx';
import { PasswordField } from '../../../design/forms/password-field.tsx';
import { RequestForm } from '../../../design/forms/request-form.tsx';
import { useI18n } from '../../../language/i18n.tsx';
import { fieldErrors } from '../../../session/error-text.ts';
import { useSession } from '../../../session/session.tsx';
import { useIdempotentRequest } from '../../../session/use-idempotent-request.ts';
import { KeptKeys } from '../api-keys/kept-keys.tsx';

export function PasswordForm() {
  const { t } = useI18n();
  const { user } = useSession();
  const notify = useNotify();
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const changing = useIdempotentRequest(['changePassword'], {
    onDone: async () => {
      form.current?.reset();
      notify.success(t('account.passwordChanged'));
      await queries.invalidateQueries({ queryKey: ['sessions'] });
    },
  });
  const errors = fieldErrors(changing.error, t);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { current_password = '', new_password = '' } = textsOf(event);
    changing.send('changePassword', { body: { current_password, new_password } });
  };
  return (
    <Card title={t('account.password')}>
      <Box maw={420}>
        <RequestForm request={changing} formRef={form} onSubmit={submit} label={t('account.password')}>
          <Text size="sm">{t('account.passwordText')}</Text>
          {changing.response !== undefined && <KeptKeys keys={changing.response.data.api_keys} isSignedIn />}
          <FormErrorAlert error={changing.error} fields={['current_password', 'new_password']} />
          {/* Tells password managers which account the password belongs to. */}
          <input hidden readOnly name="email" autoComplete="username" value={user.email ?? ''} />
          <PasswordField
            name="current_password"
            label={t('account.current')}
            autoComplete="current-password"
            required
            error={errors.current_password}
          />
          <NewPassword
            name="new_password"
            label={t('account.new')}
            description={t('welcome.passwordHint')}
            error={errors.new_password}
          />
          <FormButtons isBusy={changing.isPending} action={t('account.change')} />
        </RequestForm>
      </Box>
    </Card>
  );
}

import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { textsOf } from '../../../design/auth-layout.tsx';
import { FormErrorAlert } from '../../../design/feedback/error-alert.tsx';
import { useNotify } from '../../../design/feedback/notify.ts';
import { FormButtons } from '../../../design/forms/form-buttons.tsx';
import { PasswordField } from '../../../design/forms/password-field.tsx';
import { RequestForm } from '../../../design/forms/request-form.tsx';
import { trackChanges, useUnsaved } from '../../../design/forms/unsaved.tsx';
import { useI18n } from '../../../language/i18n.tsx';
import { fieldErrors } from '../../../session/error-text.ts';
import { useIdempotentRequest } from '../../../session/use-idempotent-request.ts';

interface OwnAccountProps {
  name: string;
  email: string;
}

/** The user's own name and e-mail address. Another address needs the password. */
export function OwnAccount({ name, email }: OwnAccountProps) {
  const { t } = useI18n();
  const notify = useNotify();
  const queries = useQueryClient();
  const unsaved = useUnsaved();
  const [address, setAddress] = useState(email);
  const saving = useIdempotentRequest(['updateCurrentUser'], {
    onDone: async ({ data }) => {
      unsaved.clear();
      notify.success(t('account.saved'));
      setAddress(data.email);
      await Promise.all(['staff', 'session'].map((kind) => queries.invalidateQueries({ queryKey: [kind] })));
    },
  });
  const errors = fieldErrors(saving.error, t);
  const isMoved = address.trim().toLowerCase() !== email.toLowerCase();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { password, ...texts } = textsOf(event);
    const changed = isMoved
      ? { email: address, ...(password === undefined ? {} : { current_password: password }) }
      : {};
    saving.send('updateCurrentUser', { body: { name: texts.name ?? name, ...changed } });
  };
  return (
    <RequestForm request={saving} onSubmit={submit} label={t('account.you')} {...trackChanges(unsaved)}>
      <FormErrorAlert error={saving.error} fields={['name', 'email', 'current_password']} />
      <TextInput
        name="name"
        label={t('customer.name')}
        required
        maxLength={200}
        autoComplete="name"
        defaultValue={name}
        error={errors.name}
      />
      <TextInput
        name="email"
        type="email"
        label={t('customer.email')}
        description={t('account.emailHint')}
        required
        maxLength={254}
        autoComplete="email"
        value={address}
        onChange={({ currentTarget }) => setAddress(currentTarget.value)}
        error={errors.email}
      />
      {isMoved && (
        <PasswordField
          name="password"
          label={t('account.yourPassword')}
          autoComplete="current-password"
          required
          error={errors.current_password}
        />
      )}
      <FormButtons isBusy={saving.isPending} />
    </RequestForm>
  );
}

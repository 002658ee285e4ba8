import { Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { textsOf } from '../../../design/auth-layout.tsx';
import { browserOf } from '../../../design/browser-of.ts';
import { FormErrorAlert } from '../../../design/feedback/error-alert.tsx';
import { FormButtons } from '../../../design/forms/form-buttons.tsx';
import { PasswordField } from '../../../design/forms/password-field.tsx';
import { RequestForm } from '../../../design/forms/request-form.tsx';
import { useI18n } from '../../../language/i18n.tsx';
import { api, ignoreNotFound } from '../../../session/api.ts';
import { fieldErrors } from '../../../session/error-text.ts';
import { createPasskey } from '../../../session/passkeys.ts';
import { useIdempotentRequest } from '../../../session/use-idempotent-request.ts';

const useRefresh = () => {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['sessions'] });
};

/** Adapts a mutation that is safe to repeat to a form for an idempotent request. */
const asRequest = ({ isPending }: { isPending: boolean }) => ({
  isPending,
  isUnknown: false,
  sendAgain: () => undefined,
  markShown: () => () => undefined,
});

function Password({ error, isFirst = false }: { error: string | undefined; isFirst?: boolean }) {
  const { t } = useI18n();
  return (
    <PasswordField
      name="password"
      label={t('factor.password')}
      autoComplete="current-password"
      required
      data-autofocus={isFirst || undefined}
      error={error}
    />
  );
}

function Name({ defaultValue, error }: { defaultValue: string | undefined; error: string | undefined }) {
  const { t } = useI18n();
  return (
    <TextInput
      name="name"
      label={t('passkeys.name')}
      required
      maxLength={200}
      data-autofocus
      defaultValue={defaultValue}
      error={error}
    />
  );
}

/** Adds a passkey: password, then the browser's dialog, then the service stores the public key. */
export function AddPasskey({ onClose }: { onClose(): void }) {
  const { t } = useI18n();
  const refresh = useRefresh();
  const adding = useIdempotentRequest(['addPasskey'], {
    onDone: () => {
      onClose();
      void refresh();
    },
  });
  const creating = useMutation({
    mutationFn: async ({ name = '', password = '' }: Record<string, string>) => ({
      name,
      response: await createPasskey(password),
    }),
    onSuccess: ({ name, response }) =>
      adding.send('addPasskey', { body: { name, response } as Parameters<typeof api.addPasskey>[0]['body'] }),
  });
  const error = creating.error ?? adding.error;
  const errors = fieldErrors(error, t);
  const submit = (event: FormEvent<HTMLFormElement>) => creating.mutate(textsOf(event));
  return (
    <RequestForm request={adding} onSubmit={submit}>
      <FormErrorAlert error={error} fields={['name', 'password']} />
      <Name defaultValue={browserOf(navigator.userAgent)} error={errors.name} />
      <Password error={errors.password} />
      <FormButtons isBusy={creating.isPending || adding.isPending} action={t('factor.next')} onCancel={onClose} />
    </RequestForm>
  );
}

interface PasskeyFormProps {
  passkey: { id: string; name: string };
  onClose(): void;
}

interface ChangeFormProps extends Pick<PasskeyFormProps, 'onClose'> {
  /** The only field of the form. Its error is shown beside it. */
  field: 'name' | 'password';
  action?: string;
  change(value: string): Promise<unknown>;
  children(error: string | undefined): ReactNode;
}

/** Changes a passkey by a form with one field. */
function ChangeForm({ field, action, change, onClose, children }: ChangeFormProps) {
  const { t } = useI18n();
  const refresh = useRefresh();
  const changing = useMutation({
    mutationFn: change,
    onSuccess: async () => {
      onClose();
      await refresh();
    },
  });
  return (
    <RequestForm request={asRequest(changing)} onSubmit={(event) => changing.mutate(textsOf(event)[field] ?? '')}>
      <FormErrorAlert error={changing.error} fields={[field]} />
      {children(fieldErrors(changing.error, t)[field])}
      <FormButtons isBusy={changing.isPending} onCancel={onClose} {...(action === undefined ? {} : { action })} />
    </RequestForm>
  );
}

export function RenamePasskey({ passkey: { id, name }, onClose }: PasskeyFormProps) {
  return (
    <ChangeForm
      field="name"
      change={(value) => api.renamePasskey({ path: { id }, body: { name: value } })}
      onClose={onClose}
    >
      {(error) => <Name defaultValue={name} error={error} />}
    </ChangeForm>
  );
}

export function RemovePasskey({ passkey: { id }, onClose }: PasskeyFormProps) {
  const { t } = useI18n();
  return (
    <ChangeForm
      field="password"
      action={t('passkeys.remove')}
      change={(password) => ignoreNotFound(api.removePasskey({ path: { id }, body: { password } }))}
      onClose={onClose}
    >
      {(error) => (
        <>
          <Text>{t('passkeys.removeText')}</Text>
          <Password error={error} isFirst />
        </>
      )}
    </ChangeForm>
  );
}

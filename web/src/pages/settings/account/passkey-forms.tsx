import { PasswordInput, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { useI18n } from '../../../language/i18n.tsx';
import { api, untilGone } from '../../../session/api.ts';
import { makePasskey } from '../../../session/passkeys.ts';
import { useAct } from '../../../session/use-act.ts';
import { ActForm } from '../../../ui/act-form.tsx';
import { textsOf } from '../../../ui/auth-layout.tsx';
import { browserOf } from '../../../ui/browser-of.ts';
import { FormEnd } from '../../../ui/form-end.tsx';
import { FormProblem } from '../../../ui/problem.tsx';
import { fieldsOf } from '../../../ui/sentence.ts';

const useRefresh = () => {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['sessions'] });
};

/** Adapts a mutation that is safe to repeat to the forms for acts. */
const asAct = ({ isPending }: { isPending: boolean }) => ({
  isPending,
  isUnknown: false,
  sendAgain: () => undefined,
  markShown: () => () => undefined,
});

function Password({ error, isFirst = false }: { error: string | undefined; isFirst?: boolean }) {
  const { t } = useI18n();
  return (
    <PasswordInput
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
  const adding = useAct(['addPasskey'], {
    onDone: () => {
      onClose();
      void refresh();
    },
  });
  const making = useMutation({
    mutationFn: async ({ name = '', password = '' }: Record<string, string>) => ({
      name: name.trim(),
      response: await makePasskey(password),
    }),
    onSuccess: ({ name, response }) =>
      adding.send('addPasskey', { body: { name, response } as Parameters<typeof api.addPasskey>[0]['body'] }),
  });
  const error = making.error ?? adding.error;
  const wrong = fieldsOf(error, t);
  const submit = (event: FormEvent<HTMLFormElement>) => making.mutate(textsOf(event));
  return (
    <ActForm act={adding} onSubmit={submit}>
      <FormProblem error={error} beside={['name', 'password']} />
      <Name defaultValue={browserOf(navigator.userAgent)} error={wrong.name} />
      <Password error={wrong.password} />
      <FormEnd isBusy={making.isPending || adding.isPending} action={t('factor.next')} onCancel={onClose} />
    </ActForm>
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
    <ActForm act={asAct(changing)} onSubmit={(event) => changing.mutate(textsOf(event)[field] ?? '')}>
      <FormProblem error={changing.error} beside={[field]} />
      {children(fieldsOf(changing.error, t)[field])}
      <FormEnd isBusy={changing.isPending} onCancel={onClose} {...(action === undefined ? {} : { action })} />
    </ActForm>
  );
}

export function RenamePasskey({ passkey: { id, name }, onClose }: PasskeyFormProps) {
  return (
    <ChangeForm
      field="name"
      change={(value) => api.renamePasskey({ path: { id }, body: { name: value.trim() } })}
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
      change={(password) => untilGone(api.removePasskey({ path: { id }, body: { password } }))}
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

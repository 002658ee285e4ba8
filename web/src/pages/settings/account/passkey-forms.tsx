import { PasswordInput, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useSpeech } from '../../../language/language.tsx';
import { api } from '../../../session/api.ts';
import { makePasskey } from '../../../session/passkeys.ts';
import { useAct } from '../../../session/use-act.ts';
import { ActForm } from '../../../ui/act-form.tsx';
import { browserOf } from '../../../ui/browser-of.ts';
import { textsOf } from '../../../ui/door.tsx';
import { FormEnd } from '../../../ui/form-end.tsx';
import { FormProblem } from '../../../ui/problem.tsx';
import { fieldsOf } from '../../../ui/sentence.ts';

const useRefresh = () => {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['sessions'] });
};

/** What may be sent again without harm, as a form sees it. */
const asAct = ({ isPending }: { isPending: boolean }) => ({
  isPending,
  isUnknown: false,
  sendAgain: () => undefined,
  tell: () => () => undefined,
});

function Password({ error }: { error: string | undefined }) {
  const { t } = useSpeech();
  return <PasswordInput name="password" label={t('factor.password')} autoComplete="current-password" required error={error} />;
}

/** The password, then the browser asks its person, then the service keeps the public half. */
export function AddPasskey({ onClose }: { onClose(): void }) {
  const { t } = useSpeech();
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
  const wrong = fieldsOf(error);
  const submit = (event: FormEvent<HTMLFormElement>) => making.mutate(textsOf(event));
  return (
    <ActForm act={adding} onSubmit={submit}>
      <FormProblem error={error} beside={['name', 'password']} />
      <TextInput
        name="name"
        label={t('passkeys.name')}
        required
        maxLength={200}
        data-autofocus
        defaultValue={browserOf(navigator.userAgent)}
        error={wrong.name}
      />
      <Password error={wrong.password} />
      <FormEnd isBusy={making.isPending || adding.isPending} action={t('factor.next')} onCancel={onClose} />
    </ActForm>
  );
}

interface PasskeyFormProps {
  passkey: { id: string; name: string };
  onClose(): void;
}

export function RenamePasskey({ passkey: { id, name }, onClose }: PasskeyFormProps) {
  const { t } = useSpeech();
  const refresh = useRefresh();
  const renaming = useMutation({
    mutationFn: (body: { name: string }) => api.renamePasskey({ path: { id }, body }),
    onSuccess: async () => {
      onClose();
      await refresh();
    },
  });
  return (
    <ActForm act={asAct(renaming)} onSubmit={(event) => renaming.mutate({ name: textsOf(event).name?.trim() ?? '' })}>
      <FormProblem error={renaming.error} beside={['name']} />
      <TextInput
        name="name"
        label={t('passkeys.name')}
        required
        maxLength={200}
        data-autofocus
        defaultValue={name}
        error={fieldsOf(renaming.error).name}
      />
      <FormEnd isBusy={renaming.isPending} onCancel={onClose} />
    </ActForm>
  );
}

export function RemovePasskey({ passkey: { id }, onClose }: PasskeyFormProps) {
  const { t } = useSpeech();
  const refresh = useRefresh();
  const removing = useMutation({
    mutationFn: (body: { password: string }) => api.removePasskey({ path: { id }, body }),
    onSuccess: async () => {
      onClose();
      await refresh();
    },
  });
  return (
    <ActForm act={asAct(removing)} onSubmit={(event) => removing.mutate({ password: textsOf(event).password ?? '' })}>
      <FormProblem error={removing.error} beside={['password']} />
      <Text>{t('passkeys.removeText')}</Text>
      <Password error={fieldsOf(removing.error).password} />
      <FormEnd isBusy={removing.isPending} action={t('passkeys.remove')} onCancel={onClose} />
    </ActForm>
  );
}

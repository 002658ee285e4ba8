import { PasswordInput, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useI18n } from '../../../language/i18n.tsx';
import { api, TillhouseError } from '../../../session/api.ts';
import { useSession } from '../../../session/session.tsx';
import { useAct } from '../../../session/use-act.ts';
import { ActForm } from '../../../ui/act-form.tsx';
import { textsOf } from '../../../ui/auth-layout.tsx';
import { CodeField } from '../../../ui/code-field.tsx';
import { FormEnd } from '../../../ui/form-end.tsx';
import { useNotify } from '../../../ui/notify.ts';
import { FormProblem } from '../../../ui/problem.tsx';
import { fieldsOf } from '../../../ui/sentence.ts';

/** Asks for password and code before a change that weakens the account. */
function PasswordAndCode({ error }: { error: unknown }) {
  const { t } = useI18n();
  const { user } = useSession();
  const wrong = fieldsOf(error, t);
  return (
    <>
      <FormProblem error={error} beside={['password', 'code']} />
      <input hidden readOnly name="email" autoComplete="username" value={user.email} />
      <PasswordInput
        name="password"
        label={t('factor.password')}
        autoComplete="current-password"
        required
        data-autofocus
        error={wrong.password}
      />
      <CodeField error={wrong.code} />
    </>
  );
}

const proofIn = (event: FormEvent<HTMLFormElement>) => {
  const { password = '', code = '' } = textsOf(event);
  return { password, code };
};

export function TurnOff({ onClose }: { onClose(): void }) {
  const { t } = useI18n();
  const notify = useNotify();
  const removing = useMutation({
    mutationFn: async (body: { password: string; code: string }) => {
      await api.removeTotp({ body }).catch((error: unknown) => {
        // It is already off: the response to an earlier attempt was lost, and the client retried.
        if (!(error instanceof TillhouseError) || error.code !== 'INVALID_STATE') throw error;
      });
    },
    onSuccess: () => {
      onClose();
      notify.success(t('factor.turnedOff'));
    },
  });
  const known = {
    isPending: removing.isPending,
    isUnknown: false,
    sendAgain: () => undefined,
    markShown: () => () => undefined,
  };
  return (
    <ActForm act={known} onSubmit={(event) => removing.mutate(proofIn(event))}>
      <Text>{t('factor.offText')}</Text>
      <PasswordAndCode error={removing.error} />
      <FormEnd isBusy={removing.isPending} action={t('factor.turnOff')} onCancel={onClose} />
    </ActForm>
  );
}

interface RenewCodesProps {
  onClose(): void;
  onCodes(codes: readonly string[]): void;
}

export function RenewCodes({ onClose, onCodes }: RenewCodesProps) {
  const { t } = useI18n();
  const renewing = useAct(['renewRecoveryCodes'], { onDone: ({ data }) => onCodes(data.recovery_codes) });
  return (
    <ActForm act={renewing} onSubmit={(event) => renewing.send('renewRecoveryCodes', { body: proofIn(event) })}>
      <Text>{t('factor.renewText')}</Text>
      <PasswordAndCode error={renewing.error} />
      <FormEnd isBusy={renewing.isPending} action={t('factor.renew')} onCancel={onClose} />
    </ActForm>
  );
}

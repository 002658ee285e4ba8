import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useSyncExternalStore } from 'react';
import { textsOf } from '../../design/auth-layout.tsx';
import { ErrorAlert } from '../../design/feedback/error-alert.tsx';
import { CodeField } from '../../design/forms/code-field.tsx';
import { PasswordField } from '../../design/forms/password-field.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { useSession } from '../../session/session.tsx';
import { clearSession, hasEnded, isLocked, onSignedIn, watchSession } from '../../session/session-state.ts';
import { useSignIn } from '../../session/use-sign-in.ts';
import { PinPad } from './pin-pad.tsx';

/**
 * Asks for the password when the session has ended elsewhere, or for a PIN at a locked till. The page below is hidden and
 * keeps typed input.
 */
export function SignInAgain() {
  const isEnded = useSyncExternalStore(watchSession, hasEnded);
  const isWaitingForPin = useSyncExternalStore(watchSession, isLocked);
  if (isWaitingForPin) return <PinPad />;
  return isEnded ? <SignInDialog /> : null;
}

function SignInDialog() {
  const { t } = useI18n();
  const { user } = useSession();
  const dialog = useRef<HTMLDialogElement>(null);
  const signIn = useSignIn(onSignedIn);
  // A native modal dialog stays above all other dialogs and makes them inert.
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) setTimeout(() => before.focus(), 0);
    };
  }, []);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { password = '', code } = textsOf(event);
    signIn.send({ email: user.email ?? '', password, ...(code === undefined ? {} : { code }) });
  };
  return (
    <dialog
      ref={dialog}
      className="sign-in-again"
      aria-labelledby="sign-in-again"
      onCancel={(event) => event.preventDefault()}
    >
      <form onSubmit={submit}>
        <Stack>
          <div>
            <Title order={2} size="h3" id="sign-in-again">
              {t('again.title')}
            </Title>
            <Text mt={4}>{t('again.text', { name: user.name })}</Text>
          </div>
          <ErrorAlert error={signIn.error} />
          <input hidden readOnly name="email" autoComplete="username" value={user.email ?? ''} />
          <PasswordField
            name="password"
            label={t('signIn.password')}
            autoComplete="current-password"
            required
            autoFocus
          />
          {signIn.isCodeWanted && <CodeField error={signIn.codeError} autoFocus />}
          <Group justify="space-between">
            <Button variant="default" onClick={clearSession}>
              {t('again.leave')}
            </Button>
            <Button type="submit" loading={signIn.isPending}>
              {t('signIn.action')}
            </Button>
          </Group>
        </Stack>
      </form>
    </dialog>
  );
}

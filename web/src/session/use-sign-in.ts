import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useI18n } from '../language/i18n.tsx';
import { type Credentials, signIn } from './api.ts';
import { fieldErrors } from './error-text.ts';

/** Signs in by e-mail and password, and asks for a code of the authenticator app once the service wants one. */
export function useSignIn(onDone: () => unknown) {
  const { t } = useI18n();
  const isSending = useRef(false);
  const attempt = useMutation({
    mutationFn: signIn,
    onSuccess: onDone,
    onSettled: () => {
      isSending.current = false;
    },
  });
  const rejectedCode = fieldErrors(attempt.error, t).code;
  const wasSent = (attempt.variables?.code ?? '') !== '';
  // Keep asking while the code is checked, so that the field stays mounted.
  const isCodeWanted =
    rejectedCode !== undefined || (attempt.isPending && attempt.variables.code !== undefined) || wasSent;
  return {
    send(credentials: Credentials) {
      // A second quick press arrives before the page changes and would use the code twice.
      if (isSending.current) return;
      isSending.current = true;
      attempt.mutate(credentials);
    },
    isPending: attempt.isPending,
    isCodeWanted,
    /** Error of the code field; none if no code was sent. */
    codeError: wasSent ? rejectedCode : undefined,
    error: rejectedCode === undefined ? attempt.error : null,
  };
}

export type SignInState = ReturnType<typeof useSignIn>;

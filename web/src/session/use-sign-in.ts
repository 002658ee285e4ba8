import { useMutation } from '@tanstack/react-query';
import { fieldsOf } from '../ui/sentence.ts';
import { type Credentials, signIn } from './api.ts';

/** Signs in by e-mail and password, and asks for a code of the authenticator app once the service wants one. */
export function useSignIn(onDone: () => unknown) {
  const entry = useMutation({ mutationFn: signIn, onSuccess: onDone });
  const wrong = fieldsOf(entry.error).code;
  const wasSent = (entry.variables?.code ?? '') !== '';
  // Asked for again while it is checked, so that the field stays where it is.
  const isCodeWanted = wrong !== undefined || (entry.isPending && entry.variables.code !== undefined) || wasSent;
  return {
    send(credentials: Credentials) {
      if (!entry.isPending) entry.mutate(credentials);
    },
    isPending: entry.isPending,
    isCodeWanted,
    /** What is wrong with the code; nothing is wrong with none. */
    codeError: wasSent ? wrong : undefined,
    error: wrong === undefined ? entry.error : null,
  };
}

export type SignInState = ReturnType<typeof useSignIn>;

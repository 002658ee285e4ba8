import type { AnswerOf, Call, OperationName } from '@tillhouse/client';
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { acts } from './acts.ts';

interface ActOptions<Name extends OperationName> {
  /** What it is about, where several things of the kind are shown: the id of a sale, say. */
  about?: string | undefined;
  onDone?(answer: AnswerOf<Name>, call: Call<Name>): unknown;
  /** Certainly not carried out. */
  onRefused?(error: unknown, call: Call<Name>): void;
}

/** A change that a person asks for: `send` as often as they press, and it is carried out once. */
export interface PageAct<Name extends OperationName = OperationName> {
  send<One extends Name>(name: One, call: Call<One>): void;
  /** Sends what is of unknown outcome again, now. */
  sendAgain(): void;
  reset(): void;
  isPending: boolean;
  /** It is not known whether it was recorded: nothing may be changed before it is. */
  isUnknown: boolean;
  /** Why it was refused; null while nothing was. */
  error: unknown;
  answer: AnswerOf<Name> | undefined;
  /** The call that `answer` or `error` is about. */
  call: Call<Name> | undefined;
  /** What tells the person beside the form does it for as long as it is there. */
  tell(): () => void;
}

/**
 * Every form and button that sends a POST uses this, and a test makes sure of it. The request has one idempotency key from the press
 * until a definite answer; after an unknown outcome the same request goes out again, by itself and whatever is pressed.
 */
export function useAct<const Name extends OperationName>(operations: readonly Name[], options: ActOptions<Name> = {}): PageAct<Name> {
  const key = `${operations.join(' ')} ${options.about ?? ''}`;
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const subscribe = useCallback(
    (onChange: () => void) =>
      acts.subscribe(key, {
        onChange,
        onDone: (answer, { call }) => latest.current.onDone?.(answer as AnswerOf<Name>, call as Call<Name>),
        onRefused: (error, { call }) => latest.current.onRefused?.(error, call as Call<Name>),
      }),
    [key],
  );
  const { isPending, isUnknown, error, answer, sent } = useSyncExternalStore(subscribe, () => acts.stateOf(key));
  return {
    send: (name, call) => acts.send(key, { name, call }),
    sendAgain: () => acts.sendAgain(key),
    reset: () => acts.reset(key),
    isPending,
    isUnknown,
    error,
    answer: answer as AnswerOf<Name> | undefined,
    call: sent?.call as Call<Name> | undefined,
    tell: useCallback(() => acts.tell(key), [key]),
  };
}

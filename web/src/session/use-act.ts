import type { AnswerOf, Call, OperationName } from '@tillhouse/client';
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { acts } from './acts.ts';

interface ActOptions<Name extends OperationName> {
  /** Subject, if several of the kind are on the page: for example the id of a sale. */
  about?: string | undefined;
  onDone?(answer: AnswerOf<Name>, call: Call<Name>): unknown;
  /** Called when the request was certainly not executed. */
  onRefused?(error: unknown, call: Call<Name>): void;
}

/** A change that the user requests. `send` may be called many times; the change is executed once. */
export interface PageAct<Name extends OperationName = OperationName> {
  send<One extends Name>(name: One, call: Call<One>): void;
  /** Retries a request of unknown outcome at once. */
  sendAgain(): void;
  reset(): void;
  isPending: boolean;
  /** The outcome is unknown. Fields are locked until it is known. */
  isUnknown: boolean;
  /** The error, or null. */
  error: unknown;
  answer: AnswerOf<Name> | undefined;
  /** The call that `answer` or `error` belongs to. */
  call: Call<Name> | undefined;
  /** A component that shows the unknown outcome calls this while it is mounted. */
  markShown(): () => void;
}

/**
 * Every form and button that sends a POST uses this; a test checks it. The request keeps one idempotency key from the press
 * until a definite response. After an unknown outcome the same request is retried automatically, and at each further press.
 */
export function useAct<const Name extends OperationName>(
  operations: readonly Name[],
  options: ActOptions<Name> = {},
): PageAct<Name> {
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
    markShown: useCallback(() => acts.markShown(key), [key]),
  };
}

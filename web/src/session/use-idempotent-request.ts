import type { Call, OperationName, ResponseOf } from '@tillhouse/client';
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { requests } from './requests.ts';

interface RequestOptions<Name extends OperationName> {
  /**
   * Id of the record, if the page can have the same request for several records. Without it they would share one key.
   */
  subject?: string | undefined;
  onDone?(response: ResponseOf<Name>, call: Call<Name>): unknown;
  /** Called when the request was certainly not executed. */
  onRejected?(error: unknown, call: Call<Name>): void;
}

/** A change that the user requests. `send` may be called many times; the change is executed once. */
export interface IdempotentRequest<Name extends OperationName = OperationName> {
  send<One extends Name>(name: One, call: Call<One>): void;
  /** Sends a call of an earlier page, or of another tab, whose outcome is unknown. */
  resume<One extends Name>(name: One, call: Call<One>): void;
  /** Retries a request of unknown outcome at once. */
  sendAgain(): void;
  reset(): void;
  isPending: boolean;
  /** The outcome is unknown. Fields are locked until it is known. */
  isUnknown: boolean;
  /** The error, or null. */
  error: unknown;
  response: ResponseOf<Name> | undefined;
  /** The call that `response` or `error` belongs to. */
  call: Call<Name> | undefined;
  /** A component that shows the unknown outcome calls this while it is mounted. */
  markShown(): () => void;
}

/**
 * Every form and button that sends a POST uses this; a test checks it. The request keeps one idempotency key from the
 * press until a definite response. After an unknown outcome the same request is retried automatically, and at each
 * further press.
 */
export function useIdempotentRequest<const Name extends OperationName>(
  operations: readonly Name[],
  options: RequestOptions<Name> = {},
): IdempotentRequest<Name> {
  const key = `${operations.join(' ')} ${options.subject ?? ''}`;
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const subscribe = useCallback(
    (onChange: () => void) =>
      requests.subscribe(key, {
        onChange,
        onDone: (response, { call }) => latest.current.onDone?.(response as ResponseOf<Name>, call as Call<Name>),
        onRejected: (error, { call }) => latest.current.onRejected?.(error, call as Call<Name>),
      }),
    [key],
  );
  const { isPending, isUnknown, error, response, sent } = useSyncExternalStore(subscribe, () => requests.stateOf(key));
  return {
    send: (name, call) => requests.send(key, { name, call }),
    resume: (name, call) => requests.sendEarlier(key, { name, call }),
    sendAgain: () => requests.sendAgain(key),
    reset: () => requests.reset(key),
    isPending,
    isUnknown,
    error,
    response: response as ResponseOf<Name> | undefined,
    call: sent?.call as Call<Name> | undefined,
    markShown: useCallback(() => requests.markShown(key), [key]),
  };
}

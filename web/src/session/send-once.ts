import type { Call, OperationName, ResponseOf } from '@tillhouse/client';
import { TillhouseError } from './api.ts';
import { requests } from './requests.ts';

export type Outcome<Name extends OperationName> = { response: ResponseOf<Name> } | { error: unknown };

const isLimited = (error: unknown): error is TillhouseError =>
  error instanceof TillhouseError && error.code === 'RATE_LIMITED';

/**
 * Sends one of several requests of a page, and waits until its outcome is certain. Like `useIdempotentRequest` it keeps
 * one idempotency key until then: a request whose response was lost is sent again, and carried out once. A request that
 * the rate limit rejected is sent again when the limit allows it.
 * @param key of the request; a call of an equal key whose outcome is unknown is sent again instead
 */
export async function sendOnce<Name extends OperationName>(
  key: string,
  name: Name,
  call: Call<Name>,
): Promise<Outcome<Name>> {
  const outcome = await new Promise<Outcome<Name>>((resolve) => {
    const end = requests.subscribe(key, {
      onChange: () => undefined,
      onDone: (response) => {
        end();
        resolve({ response: response as ResponseOf<Name> });
      },
      onRejected: (error) => {
        end();
        resolve({ error });
      },
    });
    requests.send(key, { name, call });
  });
  if (!('error' in outcome) || !isLimited(outcome.error)) return outcome;
  const wait_ms = (outcome.error.retry_after_s ?? 1) * 1_000;
  await new Promise((resolve) => setTimeout(resolve, wait_ms));
  return sendOnce(key, name, call);
}

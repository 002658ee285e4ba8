import { noAnswer, readFailure, TillhouseError } from './failure.ts';
import { type Outcome, outcomeAfter } from './outcome-rules.ts';
import type { Request } from './request.ts';
import { isTransient, type RetryOptions, waitBeforeRetry } from './retry-rules.ts';
import type { Bearer } from './session.ts';
import { unlessAborted } from './wait.ts';

export interface SendOptions {
  fetch: typeof fetch;
  retry: RetryOptions;
  /** The timeout of one try. */
  timeout_ms: number;
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

interface Sender {
  /** The session of the sender; none for calls without a token. */
  bearer?: Bearer | undefined;
  signal?: AbortSignal | undefined;
}

export type Send = (request: Request, sender: Sender) => Promise<unknown>;

/** Sends a request, with retries as far as its method and the responses allow. */
export function createSend(options: SendOptions): Send {
  return async (request, { bearer, signal }) => {
    const started = performance.now();
    // The outcome of all attempts so far: the last may be rejected early, while the first was carried out.
    let outcome: Outcome = 'refused';
    const tokenNow = async (expired?: string) => {
      try {
        return await unlessAborted(tokenOf(bearer, expired), signal);
      } catch (error) {
        throw error instanceof TillhouseError ? error.after(outcome) : error;
      }
    };
    let token = await tokenNow();
    let renewed = false;
    for (let tries = 1; ; ) {
      const { result, failure } = await sendOnce(options, request, token, signal);
      if (failure === undefined) return result;
      outcome = outcomeAfter(outcome, failure);
      if (isTokenRejected(failure) && token !== undefined && !renewed) {
        renewed = true;
        token = await tokenNow(token);
        continue;
      }
      const elapsed_ms = performance.now() - started;
      const wait_ms = isTransient(failure.status)
        ? waitBeforeRetry(
            { tries, elapsed_ms, retry_after_s: failure.retry_after_s, chance: Math.random() },
            options.retry,
          )
        : undefined;
      if (wait_ms === undefined) throw failure.outcome === outcome ? failure : failure.after(outcome);
      await options.wait(wait_ms, signal);
      token = await tokenNow();
      tries += 1;
    }
  };
}

/** A token that is rejected before it expires: either there is a newer one, or the session has ended. */
const isTokenRejected = ({ status, code }: TillhouseError) =>
  status === 401 && (code === 'TOKEN_EXPIRED' || code === 'UNAUTHENTICATED');

const tokenOf = async (bearer: Bearer | undefined, expired?: string) => bearer?.token(expired);

interface Attempt {
  result?: unknown;
  failure?: TillhouseError;
}

async function sendOnce(
  { fetch, timeout_ms }: SendOptions,
  request: Request,
  token?: string,
  signal?: AbortSignal,
): Promise<Attempt> {
  const { url, headers, isFile, isStream, ...rest } = request;
  const endpoint = `${request.method} ${url}`;
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(new DOMException('no answer in time', 'TimeoutError')), timeout_ms);
  try {
    const response = await fetch(url, {
      ...rest,
      headers: token === undefined ? headers : { ...headers, authorization: `Bearer ${token}` },
      signal: signal === undefined ? timeout.signal : AbortSignal.any([signal, timeout.signal]),
    });
    if (response.ok && isStream === true) return { result: response.body };
    if (response.ok && isFile === true) return { result: await response.blob() };
    const text = await response.text();
    if (!response.ok) return { failure: readFailure(endpoint, response, text) };
    return { result: text === '' ? undefined : JSON.parse(text) };
  } catch (cause) {
    signal?.throwIfAborted();
    // Interrupted, too late, or not JSON: in each case the outcome is unknown.
    return { failure: noAnswer(endpoint, cause) };
  } finally {
    clearTimeout(timer);
  }
}

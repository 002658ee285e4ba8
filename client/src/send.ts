import { noAnswer, readFailure, type TillhouseError } from './failure.ts';
import type { Request } from './request.ts';
import { isPassing, isRepeatable, type RetryOptions, waitBeforeRetry } from './retry-rules.ts';
import type { Bearer } from './session.ts';
import { unlessAborted } from './wait.ts';

export interface SendOptions {
  fetch: typeof fetch;
  retry: RetryOptions;
  /** How long one try may take. */
  timeout_ms: number;
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

interface Sender {
  /** Who sends it; left out for what needs no token. */
  bearer?: Bearer | undefined;
  signal?: AbortSignal | undefined;
}

export type Send = (request: Request, sender: Sender) => Promise<unknown>;

/** Sends a request until it is answered, as often as its method and the answers allow. */
export function createSend(options: SendOptions): Send {
  return async (request, { bearer, signal }) => {
    const started = performance.now();
    let token = await unlessAborted(tokenOf(bearer), signal);
    let renewed = false;
    for (let tries = 1; ; ) {
      const { answer, failure } = await sendOnce(options, request, token, signal);
      if (failure === undefined) return answer;
      if (failure.code === 'TOKEN_EXPIRED' && bearer !== undefined && !renewed) {
        renewed = true;
        token = await unlessAborted(tokenOf(bearer, token), signal);
        continue;
      }
      const elapsed_ms = performance.now() - started;
      const wait_ms =
        isRepeatable(request.method) && isPassing(failure.status)
          ? waitBeforeRetry({ tries, elapsed_ms, retry_after_s: failure.retry_after_s, chance: Math.random() }, options.retry)
          : undefined;
      if (wait_ms === undefined) throw failure;
      await options.wait(wait_ms, signal);
      token = await unlessAborted(tokenOf(bearer), signal);
      tries += 1;
    }
  };
}

const tokenOf = async (bearer: Bearer | undefined, expired?: string) => bearer?.token(expired);

interface Outcome {
  answer?: unknown;
  failure?: TillhouseError;
}

async function sendOnce({ fetch, timeout_ms }: SendOptions, request: Request, token?: string, signal?: AbortSignal): Promise<Outcome> {
  const { url, headers, isFile, isStream, ...rest } = request;
  const place = `${request.method} ${url}`;
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new DOMException('no answer in time', 'TimeoutError')), timeout_ms);
  try {
    const response = await fetch(url, {
      ...rest,
      headers: token === undefined ? headers : { ...headers, authorization: `Bearer ${token}` },
      signal: signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]),
    });
    if (response.ok && isStream === true) return { answer: response.body };
    if (response.ok && isFile === true) return { answer: await response.blob() };
    const text = await response.text();
    if (!response.ok) return { failure: readFailure(place, response, text) };
    return { answer: text === '' ? undefined : JSON.parse(text) };
  } catch (cause) {
    signal?.throwIfAborted();
    // Cut off, too late, or not JSON: in each case it is not known what became of the call.
    return { failure: noAnswer(place, cause) };
  } finally {
    clearTimeout(timer);
  }
}

export interface RetryOptions {
  /** The most tries of one call, the first included. */
  tries: number;
  /** No try begins later than this after the first. */
  total_ms: number;
  /** The wait before the second try, about; it doubles with each. */
  first_wait_ms: number;
  /** The longest wait, unless the service asks for a longer one. */
  longest_wait_ms: number;
}

/** Long enough to wait for a new minute of the rate limit. */
export const defaultRetry: RetryOptions = { tries: 6, total_ms: 90_000, first_wait_ms: 200, longest_wait_ms: 5_000 };

/** A change without a key is done twice if its answer is lost and it is sent again: PATCH has none. */
export const isRepeatable = (method: string): boolean => method !== 'PATCH';

/** No answer, too many requests, or a service that is away for now. Whatever else was answered is final. */
export const isPassing = (status: number): boolean => [0, 429, 502, 503, 504].includes(status);

interface Failed {
  /** How many tries have failed. */
  tries: number;
  elapsed_ms: number;
  retry_after_s: number | undefined;
  /** From 0 to 1: keeps clients that failed together from coming back together. */
  chance: number;
}

/** How long to wait before the next try; `undefined` when there is to be none. */
export function waitBeforeRetry(failed: Failed, retry: RetryOptions): number | undefined {
  if (failed.tries >= retry.tries) return undefined;
  const backoff_ms = Math.min(retry.longest_wait_ms, retry.first_wait_ms * 2 ** (failed.tries - 1));
  // Never sooner than the service asked for; without a wish of its own, between half of the backoff and all of it.
  const wait_ms =
    failed.retry_after_s === undefined
      ? (backoff_ms * (1 + failed.chance)) / 2
      : failed.retry_after_s * 1_000 + retry.first_wait_ms * failed.chance;
  return failed.elapsed_ms + wait_ms > retry.total_ms ? undefined : wait_ms;
}

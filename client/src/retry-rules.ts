export interface RetryOptions {
  /** The maximum number of attempts of one call, including the first. */
  tries: number;
  /** No attempt starts later than this after the first. */
  total_ms: number;
  /** The approximate wait before the second try; it doubles with each. */
  first_wait_ms: number;
  /** The maximum wait, unless the service requires a longer one. */
  longest_wait_ms: number;
}

/** Long enough for the next minute of the rate limit. */
export const defaultRetry: RetryOptions = { tries: 6, total_ms: 90_000, first_wait_ms: 200, longest_wait_ms: 5_000 };

/** No response, a rate limit, or an unavailable service. Other responses are final. */
export const isTransient = (status: number): boolean => [0, 429, 502, 503, 504].includes(status);

interface Failed {
  /** The number of failed tries. */
  tries: number;
  elapsed_ms: number;
  retry_after_s: number | undefined;
  /** From 0 to 1: spreads retries of clients that failed at the same time. */
  chance: number;
}

/** The wait before the next try; `undefined` if there is none. */
export function waitBeforeRetry(failed: Failed, retry: RetryOptions): number | undefined {
  if (failed.tries >= retry.tries) return undefined;
  const backoff_ms = Math.min(retry.longest_wait_ms, retry.first_wait_ms * 2 ** (failed.tries - 1));
  // Not earlier than the service allows; by default between half and all of the backoff.
  const wait_ms =
    failed.retry_after_s === undefined
      ? (backoff_ms * (1 + failed.chance)) / 2
      : failed.retry_after_s * 1_000 + retry.first_wait_ms * failed.chance;
  return failed.elapsed_ms + wait_ms > retry.total_ms ? undefined : wait_ms;
}

/** Whether a failed call was carried out: `refused` means that it certainly was not. */
export type Outcome = 'refused' | 'unknown';

interface Failed {
  status: number;
  code: string;
}

/** Statuses of errors before the check of the idempotency key. They say nothing about earlier attempts. */
const statuses_before_key_check = [401, 403, 425, 429];

/**
 * The outcome of a call after one more failed try.
 * @param before the outcome after the earlier tries; `refused` without any
 */
export function outcomeAfter(before: Outcome, { status, code }: Failed): Outcome {
  // A proxy that rejects the size of the body has not forwarded it.
  if (status === 413) return 'refused';
  if (status < 400 || status >= 500 || status === 408 || code === 'UNREADABLE_ANSWER') return 'unknown';
  // Another user has used this key, possibly by an earlier try.
  if (statuses_before_key_check.includes(status) || code === 'IDEMPOTENCY_CONFLICT') return before;
  return 'refused';
}

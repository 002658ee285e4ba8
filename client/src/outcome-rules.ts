/** Whether a failed call was carried out: `refused` means that it certainly was not. */
export type Outcome = 'refused' | 'unknown';

interface Failed {
  status: number;
  code: string;
  details?: readonly { field: string; message: string }[];
}

/** Statuses of errors before the check of the idempotency key. They say nothing about earlier attempts. */
const statuses_before_key_check = [401, 403, 425, 429];

/** What the service says of an approval that no request has used. */
const unusedApprovals = ['was denied', 'has expired'];

/** Whether no earlier try was carried out: it would have been answered again, or would have used its approval. */
const isUnapproved = ({ code, details = [] }: Failed): boolean =>
  code === 'APPROVAL_REQUIRED' ||
  (code === 'APPROVAL_INVALID' && details.some(({ message }) => unusedApprovals.includes(message)));

/**
 * The outcome of a call after one more failed try.
 * @param before the outcome after the earlier tries; `refused` without any
 */
export function outcomeAfter(before: Outcome, failed: Failed): Outcome {
  const { status, code } = failed;
  // A proxy that rejects the size of the body has not forwarded it.
  if (status === 413) return 'refused';
  if (status < 400 || status >= 500 || status === 408 || code === 'UNREADABLE_ANSWER') return 'unknown';
  if (isUnapproved(failed)) return 'refused';
  // Another user has used this key, possibly by an earlier try.
  if (statuses_before_key_check.includes(status) || code === 'IDEMPOTENCY_CONFLICT') return before;
  return 'refused';
}

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

/** Whether the id that the call gives to its record is used: by an earlier try, if there was one. */
const isUsedId = ({ code, details = [] }: Failed): boolean =>
  code === 'DUPLICATE' && details.some(({ field }) => field === 'id');

/**
 * Whether a sale of unknown outcome may have been recorded by an earlier try of another user. That user's key, id and
 * approval cannot be used again, but the sale can be read.
 */
export const mayBeFound = (failed: Failed): boolean =>
  failed.code === 'IDEMPOTENCY_CONFLICT' || failed.code === 'APPROVAL_INVALID' || isUsedId(failed);

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
  if (statuses_before_key_check.includes(status)) return before;
  // Another user has used this key or id, possibly by an earlier try.
  if (code === 'IDEMPOTENCY_CONFLICT' || isUsedId(failed)) return before;
  return 'refused';
}

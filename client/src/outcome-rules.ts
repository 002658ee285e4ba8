/** Whether a call was carried out, as far as its failure tells: `refused` means that it certainly was not. */
export type Outcome = 'refused' | 'unknown';

interface Failed {
  status: number;
  code: string;
}

/** Answered before the service looks at the idempotency key: such an answer says nothing about an earlier try. */
const says_nothing_of_before = [401, 403, 425, 429];

/**
 * What is known of a call after one more try of it has failed.
 * @param before what was known after the earlier tries; `refused` when there were none
 */
export function outcomeAfter(before: Outcome, { status, code }: Failed): Outcome {
  // A proxy that finds the body too large has not passed it on.
  if (status === 413) return 'refused';
  if (status < 400 || status >= 500 || status === 408 || code === 'UNREADABLE_ANSWER') return 'unknown';
  // Another user has sent this key: an earlier try may be why.
  if (says_nothing_of_before.includes(status) || code === 'IDEMPOTENCY_CONFLICT') return before;
  return 'refused';
}

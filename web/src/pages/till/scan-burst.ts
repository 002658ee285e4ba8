/** Keys that follow one another so fast come from a scanner: a person needs several times as long for each. */
const key_gap_ms = 40;
/** Fewer keys may be a quick hand. */
const keys_at_least = 6;

/** Keys that came in a row, without a pause. */
export interface Burst {
  code: string;
  /** What stood in the field before the first of them. */
  before: string;
  at_ms: number;
}

/** @param before what stands in the field while the key is pressed */
export function nextBurst(burst: Burst | undefined, { key, at_ms, before }: { key: string; at_ms: number; before: string }): Burst {
  const isNext = burst !== undefined && at_ms - burst.at_ms <= key_gap_ms;
  return isNext ? { ...burst, code: burst.code + key, at_ms } : { code: key, before, at_ms };
}

/** Whether an Enter at this time ends a scan. An amount has signs that no code has. */
export const endsScan = (burst: Burst | undefined, at_ms: number): burst is Burst =>
  burst !== undefined && at_ms - burst.at_ms <= key_gap_ms && burst.code.length >= keys_at_least && !/[.,\s]/.test(burst.code);

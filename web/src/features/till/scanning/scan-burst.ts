/** Keys with shorter gaps come from a scanner: people type several times slower. */
const key_gap_ms = 40;
/** A fast typist can produce fewer keys than this. */
const keys_at_least = 6;

/** Keys in quick succession. */
export interface Burst {
  code: string;
  /** Text of the field before the first key. */
  before: string;
  at_ms: number;
}

/** @param before text of the field when the key is pressed */
export function nextBurst(
  burst: Burst | undefined,
  { key, at_ms, before }: { key: string; at_ms: number; before: string },
): Burst {
  const isNext = burst !== undefined && at_ms - burst.at_ms <= key_gap_ms;
  return isNext ? { ...burst, code: burst.code + key, at_ms } : { code: key, before, at_ms };
}

/** Whether an Enter at this time ends a scan. Codes contain no decimal separators or spaces, amounts may. */
export const endsScan = (burst: Burst | undefined, at_ms: number): burst is Burst =>
  burst !== undefined &&
  at_ms - burst.at_ms <= key_gap_ms &&
  burst.code.length >= keys_at_least &&
  !/[.,\s]/.test(burst.code);

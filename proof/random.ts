/** A generator of random numbers. The same seed gives the same numbers. */
export interface Random {
  /** An integer from 0 to `bound - 1`. */
  below(bound: number): number;
  /** One of these values. @throws RangeError if there is none */
  oneOf<Value>(values: readonly Value[]): Value;
  /** An independent generator, for concurrent use. */
  split(): Random;
}

/** Marsaglia's xorshift with 32 bits. The seed is multiplied first, so that similar seeds give different numbers. */
export function createRandom(seed: number): Random {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) | 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
  const below = (bound: number) => Math.floor((next() / 2 ** 32) * bound);
  return {
    below,
    oneOf(values) {
      if (values.length === 0) throw new RangeError('oneOf needs at least one value');
      return values[below(values.length)] as (typeof values)[number];
    },
    split: () => createRandom(next()),
  };
}

/** Numbers drawn at random, the same for the same seed. */
export interface Random {
  /** A whole number from 0 to below `bound`. */
  below(bound: number): number;
  /** One of these. @throws RangeError when there is none */
  oneOf<Value>(values: readonly Value[]): Value;
  /** An independent generator, for concurrent use. */
  split(): Random;
}

/** Marsaglia's xorshift of 32 bits, the seed spread first so that neighbours differ. */
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
      if (values.length === 0) throw new RangeError('there is nothing to draw from');
      return values[below(values.length)] as (typeof values)[number];
    },
    split: () => createRandom(next()),
  };
}

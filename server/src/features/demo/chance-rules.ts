/** Numbers that look drawn by chance and are the same for the same seed. */
export interface Chance {
  /** From 0 to below 1. */
  next(): number;
  /** A whole number from 0 to below `bound`. */
  below(bound: number): number;
  /** True that often, of 1. */
  is(part: number): boolean;
  /** One of these, as often as its weight says. */
  oneOf<Value>(values: readonly Value[], weigh?: (value: Value) => number): Value;
}

/** Mulberry32: neighbouring seeds give rows of numbers that have nothing in common. */
export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    below: (bound) => Math.floor(next() * bound),
    is: (part) => next() < part,
    oneOf(values, weigh = () => 1) {
      let left = next() * values.reduce((sum, value) => sum + weigh(value), 0);
      const found = values.find((value) => {
        left -= weigh(value);
        return left < 0;
      });
      return (found ?? values.at(-1)) as (typeof values)[number];
    },
  };
}

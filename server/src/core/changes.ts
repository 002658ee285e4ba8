import { isDeepStrictEqual } from 'node:util';

/** The fields of a change that differ from the current values; `undefined` if none does. */
export function changesIn<Present extends object, Wished extends Partial<Present>>(
  present: Present,
  wished: Wished,
): Wished | undefined {
  const differing = Object.entries(wished).filter(
    ([field, value]) => !isDeepStrictEqual(value, present[field as keyof Present]),
  );
  return differing.length === 0 ? undefined : (Object.fromEntries(differing) as Wished);
}

import { isDeepStrictEqual } from 'node:util';

/** The fields of a change that differ from the current values; `undefined` if none does. */
export function changesIn<Present extends object, Requested extends Partial<Present>>(
  present: Present,
  requested: Requested,
): Requested | undefined {
  const differing = Object.entries(requested).filter(
    ([field, value]) => !isDeepStrictEqual(value, present[field as keyof Present]),
  );
  return differing.length === 0 ? undefined : (Object.fromEntries(differing) as Requested);
}

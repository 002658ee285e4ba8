import { isDeepStrictEqual } from 'node:util';

/** What of a wished change is one: the fields that differ from what is there; `undefined` when none does. */
export function changesIn<Present extends object, Wished extends Partial<Present>>(present: Present, wished: Wished): Wished | undefined {
  const differing = Object.entries(wished).filter(([field, value]) => !isDeepStrictEqual(value, present[field as keyof Present]));
  return differing.length === 0 ? undefined : (Object.fromEntries(differing) as Wished);
}

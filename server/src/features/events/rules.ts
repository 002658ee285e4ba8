import { Complaints } from '../../kernel/refusal.ts';

/**
 * `sale.*,stock.low` as the types it means; all of them when nothing is wished.
 * @throws Refusal VALIDATION_ERROR naming what is no type
 */
export function readTypes(written: string | undefined, known: readonly string[]): string[] | null {
  const names = (written ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) return null;
  const complaints = new Complaints();
  const types = names.flatMap((name) => {
    const meant =
      name === '*'
        ? known
        : name.endsWith('.*')
          ? known.filter((type) => type.startsWith(name.slice(0, -1)))
          : known.filter((type) => type === name);
    if (meant.length === 0) complaints.add('types', `“${name}” is no type of event`);
    return meant;
  });
  complaints.settle();
  return [...new Set(types)];
}

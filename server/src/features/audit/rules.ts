/** Types of event that are no entry of their own: sales, movements and points are ledgers themselves, and say who and when; by an export that failed
 * no data left. */
const ledgers = ['sale.completed', 'sale.parked', 'points.changed', 'day.closed', 'export.failed'];

export const isAudited = (type: string): boolean => !ledgers.includes(type) && !type.startsWith('stock.');

/** The actions that somebody named, comma-separated; `null` for all. */
export function readActions(written: string | undefined): string[] | null {
  const names = (written ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return names.length === 0 || names.includes('*') ? null : names;
}

type Fields = Readonly<Record<string, unknown>>;

/** What an entry says of a record. */
export interface Change {
  before: Fields | null;
  after: Fields | null;
}

/** Fields that every change changes. */
const passedOver = ['updated_at'];

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** What was changed, from what a record looked like before and after: of a change the fields that differ, of what came or went all of them. */
export function changeOf(type: string, after: Fields, before?: Fields): Change {
  if (type.endsWith('.deleted')) return { before: after, after: null };
  if (before === undefined) return { before: null, after };
  const names = Object.keys({ ...before, ...after }).filter((name) => !passedOver.includes(name) && !isSame(before[name], after[name]));
  const pick = (fields: Fields) => Object.fromEntries(names.map((name) => [name, fields[name] ?? null]));
  return { before: pick(before), after: pick(after) };
}

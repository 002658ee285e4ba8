/**
 * Event types without audit entries, besides `stock.*`. Sales, stock movements, points, shifts, their counts and cash
 * movements are ledgers with their own actors and times, and a failed export discloses no data.
 */
const unauditedTypes = [
  'sale.completed',
  'sale.parked',
  'points.changed',
  'day.closed',
  'export.failed',
  'shift.opened',
  'shift.counted',
  'shift.closed',
  'cash_movement.created',
  'cash_movement.voided',
];

export const isAudited = (type: string): boolean => !unauditedTypes.includes(type) && !type.startsWith('stock.');

/** The requested actions, comma-separated; `null` for all. */
export function readActions(text: string | undefined): string[] | null {
  const names = (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return names.length === 0 || names.includes('*') ? null : names;
}

type Fields = Readonly<Record<string, unknown>>;

/** The fields of a record in an entry. */
export interface Change {
  before: Fields | null;
  after: Fields | null;
}

/** Fields that change with every update. */
const ignoredFields = ['updated_at'];

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The changed fields between two versions of a record; all fields of a record that was created or deleted. */
export function changeOf(type: string, after: Fields, before?: Fields): Change {
  if (type.endsWith('.deleted')) return { before: after, after: null };
  if (before === undefined) return { before: null, after };
  const names = Object.keys({ ...before, ...after }).filter(
    (name) => !ignoredFields.includes(name) && !isSame(before[name], after[name]),
  );
  const pick = (fields: Fields) => Object.fromEntries(names.map((name) => [name, fields[name] ?? null]));
  return { before: pick(before), after: pick(after) };
}

const elementsAtMost = 50;

/**
 * A record whose lists have at most fifty elements, with the number of all of them beside a longer one: a page of
 * entries would need tens of MiB for the lines of large sales, which are stored with the sale.
 */
export const withShortLists = (record: object): object =>
  Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) =>
      Array.isArray(value) && value.length > elementsAtMost
        ? [
            [name, value.slice(0, elementsAtMost)],
            [`${name}_total`, value.length],
          ]
        : [[name, value]],
    ),
  );

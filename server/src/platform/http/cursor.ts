import { type RawBuilder, sql } from 'kysely';
import { readTimestamp } from '../../core/calendar.ts';
import { invalidField } from '../../core/errors.ts';
import { isId } from '../../core/ids.ts';

/**
 * A column that orders a list. It must not be null. The type is PostgreSQL's, to compare the column with a cursor's
 * value.
 */
export interface SortKey {
  name: string;
  column: RawBuilder<unknown>;
  type: 'text' | 'timestamptz' | 'uuid' | 'bigint' | 'integer';
  descending: boolean;
}

interface Bound {
  orIs?: boolean;
  indexed?: number | undefined;
}

/**
 * Whether a row comes after the row with these values, or with `orIs` is that row, written so that an index scan can
 * begin there.
 */
export function comesAfter(order: SortKey[], values: string[], { orIs = false, indexed }: Bound): RawBuilder<boolean> {
  const [key] = order;
  if (key === undefined) return sql<boolean>`false`;
  // No index can begin at a comparison of columns of several tables, so add a comparison of the indexed column alone.
  if (indexed !== undefined && indexed < order.length) {
    const begins = comesAfter(order.slice(0, indexed), values, { orIs: true });
    return sql<boolean>`(${begins} and ${comesAfter(order, values, { orIs })})`;
  }
  const columns = order.map(({ column }) => column);
  const bounds = order.map(({ type }, index) => sql`${values[index]}::${sql.raw(type)}`);
  const sign = key.descending ? '<' : '>';
  if (order.every(({ descending }) => descending === key.descending))
    return sql<boolean>`(${sql.join(columns)}) ${sql.raw(orIs ? `${sign}=` : sign)} (${sql.join(bounds)})`;
  return sql<boolean>`(${key.column} ${sql.raw(`${sign}=`)} ${bounds[0]} and ${comesAfterMixed(order, bounds, orIs)})`;
}

/** `a > x or (a = x and (b > y or (b = y and …)))`, each comparison in the direction of its key. */
function comesAfterMixed(
  order: SortKey[],
  [bound, ...bounds]: RawBuilder<unknown>[],
  orIs: boolean,
): RawBuilder<boolean> {
  const [key, ...rest] = order;
  if (key === undefined || bound === undefined) return orIs ? sql<boolean>`true` : sql<boolean>`false`;
  const beyond = key.descending ? sql<boolean>`${key.column} < ${bound}` : sql<boolean>`${key.column} > ${bound}`;
  return sql<boolean>`(${beyond} or (${key.column} = ${bound} and ${comesAfterMixed(rest, bounds, orIs)}))`;
}

export const signature = (order: SortKey[]) =>
  order.map(({ name, descending }) => (descending ? `-${name}` : name)).join(',');

export const writeCursor = (order: SortKey[], values: string) =>
  Buffer.from(JSON.stringify([signature(order), ...(JSON.parse(values) as string[])])).toString('base64url');

const isWholeNumber = (bits: number) => (value: string) =>
  /^-?\d{1,19}$/.test(value) && BigInt.asIntN(bits, BigInt(value)) === BigInt(value);

/**
 * Whether PostgreSQL can parse a value of the type. Cursors are not signed, and a forged one must not fail in the
 * database.
 */
const readable: Record<SortKey['type'], (value: string) => boolean> = {
  text: (value) => !value.includes('\0'),
  uuid: isId,
  timestamptz: (value) => readTimestamp(value.replace(' ', 'T')) !== undefined,
  bigint: isWholeNumber(64),
  integer: isWholeNumber(32),
};

export function readCursor(cursor: string, order: SortKey[]): string[] {
  try {
    const [sortedBy, ...values] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as string[];
    const isReadable = (value: unknown, index: number) => {
      const key = order[index];
      return key !== undefined && typeof value === 'string' && readable[key.type](value);
    };
    if (sortedBy === signature(order) && values.length === order.length && values.every(isReadable)) return values;
  } catch {
    // Not a cursor of this service; rejected below.
  }
  throw invalidField('cursor', 'must be the next_cursor of a page of the same list and order');
}

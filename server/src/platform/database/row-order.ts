import { type RawBuilder, sql } from 'kysely';

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
  const bounds = order.map(({ type }, index) => sql`${values[index]}::${sql.raw(type)}`);
  const sign = sql.raw(`${key.descending ? '<' : '>'}${orIs || order.length > 1 ? '=' : ''}`);
  const ofFirst = sql<boolean>`${key.column} ${sign} ${bounds[0]}`;
  if (order.length === 1) return ofFirst;
  const isAfter = order.every(({ descending }) => descending === key.descending)
    ? rowComesAfter(order, bounds, orIs)
    : comesAfterMixed(order, bounds, orIs);
  // No index can begin at a comparison of columns of several tables, so add a comparison of the indexed columns alone.
  if (indexed !== undefined && indexed < order.length)
    return sql<boolean>`(${comesAfter(order.slice(0, indexed), values, { orIs: true })} and ${isAfter})`;
  return sql<boolean>`(${ofFirst} and ${isAfter})`;
}

/**
 * A comparison of rows. Where the list also has a bound of the first column, such as the end of a period, PostgreSQL 18
 * begins at that one and reads all rows up to the cursor, unless the first column is compared alone with the same
 * operator right before. So the operator includes the row, which is excluded afterwards.
 */
function rowComesAfter(order: SortKey[], bounds: RawBuilder<unknown>[], orIs: boolean): RawBuilder<boolean> {
  const columns = sql.join(order.map(({ column }) => column));
  const values = sql.join(bounds);
  const isFrom = sql<boolean>`(${columns}) ${sql.raw(order[0]?.descending ? '<=' : '>=')} (${values})`;
  return orIs ? isFrom : sql<boolean>`${isFrom} and (${columns}) <> (${values})`;
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

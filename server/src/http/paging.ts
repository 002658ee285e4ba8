import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { Type } from 'typebox';
import type { Handle } from '../db/handle.ts';
import { readTimestamp } from '../kernel/calendar.ts';
import { isId } from '../kernel/ids.ts';
import { invalidField } from '../kernel/refusal.ts';
import { toSnakeCase } from './spelling.ts';

/** Query parameters of every list. */
export const pagingQuery = {
  page: Type.Integer({ minimum: 1, maximum: 1_000_000_000, default: 1 }),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
  cursor: Type.Optional(
    Type.String({ maxLength: 4_000, format: 'text', description: '`meta.next_cursor` of the page before; takes the place of `page`' }),
  ),
};

export interface Paging {
  page: number;
  limit: number;
  cursor?: string;
}

/** A column that orders a list. It must not be null; the type is PostgreSQL's, for comparing what a cursor brings back. */
export interface SortKey {
  name: string;
  column: RawBuilder<unknown>;
  type: 'text' | 'timestamptz' | 'uuid' | 'bigint' | 'integer';
  descending: boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: a list may select from any tables; only its row type matters here.
type AnyTables = any;

export interface Page<Row> {
  rows: Row[];
  total: number;
  next_cursor: string | null;
}

/**
 * One page of a list, in a total order: the last sort key must be unique. With a cursor the page begins after the row
 * the cursor names, at the same cost at any depth.
 */
export async function listPage<Row>(
  db: Handle,
  rows: SelectQueryBuilder<AnyTables, never, Row>,
  list: { count: SelectQueryBuilder<AnyTables, never, { total: bigint }>; order: SortKey[]; paging: Paging },
): Promise<Page<Row>> {
  const { order, paging } = list;
  let query = rows.select(
    sql<string>`json_build_array(${sql.join(order.map(({ column }) => sql`(${column})::text`))})::text`.as('cursor_values'),
  );
  for (const { column, descending } of order) query = query.orderBy(column, descending ? 'desc' : 'asc');
  // One more than asked for tells whether there is a next page.
  query = query.limit(paging.limit + 1);
  const after = paging.cursor === undefined ? undefined : readCursor(paging.cursor, order);
  query = after === undefined ? query.offset((paging.page - 1) * paging.limit) : query.where(comesAfter(order, after));
  const found = await db.many(query);
  const { total } = await db.one(list.count);
  const more = found.length > paging.limit;
  const shown = found.slice(0, paging.limit);
  const last = shown.at(-1) as { cursor_values: string } | undefined;
  return {
    rows: shown as Row[],
    total: Number(total),
    next_cursor: more && last !== undefined ? writeCursor(order, last.cursor_values) : null,
  };
}

/** `a > x or (a = x and (b > y or (b = y and …)))`, each comparison in the direction of its key. */
function comesAfter(order: SortKey[], values: string[]): RawBuilder<boolean> {
  const [key, ...rest] = order;
  if (key === undefined) return sql<boolean>`false`;
  const value = sql`${values[0]}::${sql.raw(key.type)}`;
  const beyond = key.descending ? sql<boolean>`${key.column} < ${value}` : sql<boolean>`${key.column} > ${value}`;
  if (rest.length === 0) return beyond;
  return sql<boolean>`(${beyond} or (${key.column} = ${value} and ${comesAfter(rest, values.slice(1))}))`;
}

const signature = (order: SortKey[]) => order.map(({ name, descending }) => (descending ? `-${name}` : name)).join(',');

const writeCursor = (order: SortKey[], values: string) =>
  Buffer.from(JSON.stringify([signature(order), ...(JSON.parse(values) as string[])])).toString('base64url');

const isWholeNumber = (bits: number) => (value: string) =>
  /^-?\d{1,19}$/.test(value) && BigInt.asIntN(bits, BigInt(value)) === BigInt(value);

/** What PostgreSQL reads as a value of the type. Cursors are not signed, and what was made up must not fail there. */
const readable: Record<SortKey['type'], (value: string) => boolean> = {
  text: (value) => !value.includes('\0'),
  uuid: isId,
  timestamptz: (value) => readTimestamp(value.replace(' ', 'T')) !== undefined,
  bigint: isWholeNumber(64),
  integer: isWholeNumber(32),
};

function readCursor(cursor: string, order: SortKey[]): string[] {
  try {
    const [made, ...values] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as string[];
    const isReadable = (value: unknown, index: number) => {
      const key = order[index];
      return key !== undefined && typeof value === 'string' && readable[key.type](value);
    };
    if (made === signature(order) && values.length === order.length && values.every(isReadable)) return values;
  } catch {
    // Not ours: said below.
  }
  throw invalidField('cursor', 'must be the next_cursor of a page of the same list and order');
}

export function metaOf(page: Page<unknown>, paging: Paging) {
  return {
    page: paging.page,
    limit: paging.limit,
    total: page.total,
    total_pages: Math.ceil(page.total / paging.limit),
    next_cursor: page.next_cursor,
  };
}

export const paged = <Row, Wire>(page: Page<Row>, paging: Paging, toWire: (row: Row) => Wire) => ({
  success: true as const,
  data: page.rows.map(toWire),
  meta: metaOf(page, paging),
});

/** Reads `sort`: comma-separated names, in either spelling, a minus before one turns it round; the tie-breaker comes last. */
export function readSort(
  text: string | undefined,
  keys: Record<string, Omit<SortKey, 'name' | 'descending'>>,
  fallback: string,
): SortKey[] {
  const names = (text ?? fallback)
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const order: SortKey[] = [];
  for (const written of [
    ...names,
    ...(names.some((name) => name.replace(/^[-+]/, '') === 'id') ? [] : [names[0]?.startsWith('-') ? '-id' : 'id']),
  ]) {
    const name = toSnakeCase(written.replace(/^[-+]/, ''));
    const key = Object.hasOwn(keys, name) ? keys[name] : undefined;
    if (key === undefined) throw invalidField('sort', `“${name}” is not a field to sort by; use ${Object.keys(keys).join(', ')}`);
    if (!order.some((earlier) => earlier.name === name)) order.push({ ...key, name, descending: written.startsWith('-') });
  }
  return order;
}

/**
 * For `ilike`-free search: what a client typed, as a pattern that finds it anywhere, its wildcards taken literally.
 * Folded letter by letter as PostgreSQL's `lower` does: in its context a Σ would become ς, and by itself an İ two letters.
 */
export const containing = (typed: string) => {
  const folded = Array.from(typed, (letter) => String.fromCodePoint(letter.toLowerCase().codePointAt(0) ?? 0)).join('');
  return `%${folded.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
};

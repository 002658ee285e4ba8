import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { Type } from 'typebox';
import { readTimestamp } from '../../core/calendar.ts';
import { invalidField } from '../../core/errors.ts';
import { isId } from '../../core/ids.ts';
import type { Handle } from '../database/handle.ts';
import { compile } from '../database/statement.ts';
import type { Kind } from '../database/tenant-caches.ts';
import { toSnakeCase } from '../validation/field-case.ts';

/** Query parameters of every list. */
export const pagingQuery = {
  page: Type.Integer({ minimum: 1, maximum: 1_000_000_000, default: 1 }),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
  cursor: Type.Optional(
    Type.String({
      maxLength: 4_000,
      format: 'text',
      description: '`meta.next_cursor` of the previous page; replaces `page`',
    }),
  ),
};

export interface Paging {
  page: number;
  limit: number;
  cursor?: string;
}

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

// biome-ignore lint/suspicious/noExplicitAny: a list may select from any tables; only its row type matters here.
type AnyTables = any;

export interface Page<Row> {
  rows: Row[];
  total: number;
  next_cursor: string | null;
}

interface List {
  count: SelectQueryBuilder<AnyTables, never, { total: bigint }>;
  /** The same number by a query that need not count. */
  total?: RawBuilder<{ total: bigint }> | undefined;
  order: SortKey[];
  paging: Paging;
  /** The kinds of events that change the set of rows or their order. The total is cached until such an event. */
  about?: readonly Kind[];
  /** The count query joins all tables that the order needs, and none that only the shown columns need. */
  isOrderedByCounted?: boolean;
  /** For an order by columns of several tables: how many of the first columns one index covers. A page begins there. */
  indexed?: number | undefined;
}

/**
 * One page of a list and the total number of rows, in one statement, so that both are consistent. The last sort key must be
 * unique, so that the order is total. With a cursor, the page begins after the cursor's row, at the same cost at any depth.
 */
export async function listPage<Row>(
  db: Handle,
  rows: SelectQueryBuilder<AnyTables, never, Row>,
  list: List,
): Promise<Page<Row>> {
  const { order, paging } = list;
  const known = knownOf(db, list);
  const skipped = paging.cursor === undefined ? (paging.page - 1) * paging.limit : 0;
  const page = pageOf(rows, list, { skipped, mark: known?.nearestTo(skipped) });
  const marked = page.select(
    sql<string>`json_build_array(${sql.join(order.map(({ column }) => sql`(${column})::text`))})::text`.as(
      'cursor_values',
    ),
  );
  type Found = { in_all?: bigint; cursor_values: string | null };
  const found = await db.many(
    known?.total === undefined
      ? // A page without rows has a total, too.
        sql<Found>`select t.total as in_all, r.* from (${list.total ?? list.count}) t left join (${marked}) r on true`
      : (marked as unknown as RawBuilder<Found>),
  );
  const total = known?.total ?? Number(found[0]?.in_all ?? 0);
  const places = found.flatMap(({ cursor_values }) => cursor_values ?? []);
  if (paging.cursor === undefined)
    known?.keep(
      total,
      [0, paging.limit].map((place) => ({ at: skipped + place, values: places[place] })),
    );
  const last = places.length > paging.limit ? places[paging.limit - 1] : undefined;
  const shown = found.slice(0, Math.min(places.length, paging.limit));
  return { rows: shown as Row[], total, next_cursor: last === undefined ? null : writeCursor(order, last) };
}

/** The rows of a page and the row after it, which shows whether there is a next page. */
function pageOf<Row>(
  rows: SelectQueryBuilder<AnyTables, never, Row>,
  { count, order, paging, isOrderedByCounted, indexed }: List,
  { skipped, mark }: { skipped: number; mark: Mark | undefined },
): SelectQueryBuilder<AnyTables, never, Row> {
  const ordered = <Query extends SelectQueryBuilder<AnyTables, never, unknown>>(query: Query): Query =>
    order.reduce(
      (sorted, { column, descending }) => sorted.orderBy(column, descending ? 'desc' : 'asc') as Query,
      query,
    );
  const sorted = ordered(rows).limit(paging.limit + 1);
  if (paging.cursor !== undefined)
    return sorted.where(comesAfter(order, readCursor(paging.cursor, order), { indexed }));
  const beginning = mark && comesAfter(order, mark.values, { indexed, orIs: true });
  const offset = skipped - (mark?.at ?? 0);
  if (offset === 0) return beginning === undefined ? sorted : sorted.where(beginning);
  // Skipped rows are read by their sort keys alone, without the other columns.
  const keys = order.map(({ column }) => column);
  const bare = ordered(
    (isOrderedByCounted === true ? count : rows).clearSelect() as SelectQueryBuilder<AnyTables, never, unknown>,
  )
    .select(keys.map((key, place) => key.as(`k${place}`)))
    .limit(paging.limit + 1)
    .offset(offset);
  return sorted.where(sql<boolean>`(${sql.join(keys)}) in (${beginning === undefined ? bare : bare.where(beginning)})`);
}

/** The sort keys of a row, and how many rows come before it. */
interface Mark {
  at: number;
  values: string[];
}

interface Known {
  total: number;
  marks: readonly Mark[];
}

const marks_at_most = 64;
const mark_bytes = 150;

/** The cached state of a list: its total, and where some of its pages begin. */
function knownOf(db: Handle, { count, order, about }: List) {
  const { cache } = db;
  if (cache === undefined || about === undefined) return undefined;
  const state = cache.versionOf(about);
  const { text, values } = compile(count);
  const asText = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
  const key = JSON.stringify([db.merchant_id, text, values, signature(order)], asText);
  const find = () => cache.store.find<Known>(key, state);
  const { total, marks = [] } = find() ?? {};
  return {
    total,
    /** The last known mark before this many rows. */
    nearestTo: (skipped: number) =>
      marks.reduce<Mark | undefined>(
        (best, one) => (one.at <= skipped && one.at > (best?.at ?? 0) ? one : best),
        undefined,
      ),
    keep(counted: number, page: readonly { at: number; values: string | undefined }[]) {
      // Other requests may have added marks meanwhile.
      const before = find()?.marks ?? [];
      const news = page.filter(
        ({ at, values }) => at > 0 && values !== undefined && !before.some((one) => one.at === at),
      );
      if (total !== undefined && news.length === 0) return;
      const all = [...news.map(({ at, values = '[]' }) => ({ at, values: JSON.parse(values) })), ...before].slice(
        0,
        marks_at_most,
      );
      cache.store.keep(key, state, { total: counted, marks: all }, all.length * mark_bytes);
    },
  };
}

interface Bound {
  orIs?: boolean;
  indexed?: number | undefined;
}

/**
 * Whether a row comes after the row with these values, or with `orIs` is that row, written so that an index scan can
 * begin there.
 */
function comesAfter(order: SortKey[], values: string[], { orIs = false, indexed }: Bound): RawBuilder<boolean> {
  const [key] = order;
  if (key === undefined) return sql<boolean>`false`;
  // No index can begin at a comparison of columns of several tables, so add a comparison of the indexed column alone.
  if (indexed !== undefined && indexed < order.length) {
    const begins = comesAfter(order.slice(0, indexed), values, { orIs: true });
    return sql<boolean>`(${begins} and ${comesAfter(order, values, { orIs })})`;
  }
  const columns = order.map(({ column }) => column);
  const bounds = order.map(({ type }, place) => sql`${values[place]}::${sql.raw(type)}`);
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

const signature = (order: SortKey[]) => order.map(({ name, descending }) => (descending ? `-${name}` : name)).join(',');

const writeCursor = (order: SortKey[], values: string) =>
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

function readCursor(cursor: string, order: SortKey[]): string[] {
  try {
    const [made, ...values] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as string[];
    const isReadable = (value: unknown, index: number) => {
      const key = order[index];
      return key !== undefined && typeof value === 'string' && readable[key.type](value);
    };
    if (made === signature(order) && values.length === order.length && values.every(isReadable)) return values;
  } catch {
    // Not a cursor of this service; rejected below.
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

/**
 * Reads `sort`: comma-separated names in snake_case or camelCase, with a minus for descending order; the tie-breaker
 * comes last.
 */
export function readSort(
  text: string | undefined,
  keys: Record<string, Omit<SortKey, 'name' | 'descending'>>,
  fallback: string,
  tie = 'id',
): SortKey[] {
  const names = (text ?? fallback)
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const order: SortKey[] = [];
  for (const written of [
    ...names,
    ...(names.some((name) => name.replace(/^[-+]/, '') === tie) ? [] : [names[0]?.startsWith('-') ? `-${tie}` : tie]),
  ]) {
    const name = toSnakeCase(written.replace(/^[-+]/, ''));
    const key = Object.hasOwn(keys, name) ? keys[name] : undefined;
    if (key === undefined)
      throw invalidField('sort', `“${name}” is not a field to sort by; use ${Object.keys(keys).join(', ')}`);
    if (!order.some((earlier) => earlier.name === name))
      order.push({ ...key, name, descending: written.startsWith('-') });
  }
  return order;
}

/**
 * For search without `ilike`: a pattern that finds the client's text anywhere, with its wildcards escaped. Lower-cased
 * character by character, as PostgreSQL's `lower` does: JavaScript would make ς of a final Σ, and two characters of İ.
 */
export const containing = (typed: string) => {
  const folded = Array.from(typed, (letter) => String.fromCodePoint(letter.toLowerCase().codePointAt(0) ?? 0)).join('');
  return `%${folded.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
};

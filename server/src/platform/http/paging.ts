import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { Type } from 'typebox';
import { invalidField } from '../../core/errors.ts';
import type { Handle } from '../database/handle.ts';
import { comesAfter, type SortKey } from '../database/row-order.ts';
import { compile } from '../database/statement.ts';
import type { Kind } from '../database/tenant-caches.ts';
import { toSnakeCase } from '../validation/field-case.ts';
import { readCursor, signature, writeCursor } from './cursor.ts';

export type { SortKey } from '../database/row-order.ts';

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

// biome-ignore lint/suspicious/noExplicitAny: a list may select from any tables; only its row type matters here.
type AnyTables = any;

export interface Page<Row> {
  rows: Row[];
  total: number;
  next_cursor: string | null;
}

export interface List {
  count: SelectQueryBuilder<AnyTables, never, { total: bigint }>;
  /** A cheaper query for the same number, if there is one. */
  total?: RawBuilder<{ total: bigint }> | undefined;
  /** Rows that the total and the page both need, read once: their queries call them `found`. */
  found?: RawBuilder<unknown> | undefined;
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
 * One page of a list and the total number of rows, in one statement, so that both are consistent. The last sort key
 * must be unique, so that the order is total. With a cursor, the page begins after the cursor's row, at the same cost
 * at any depth.
 */
export async function listPage<Row>(
  db: Handle,
  rows: SelectQueryBuilder<AnyTables, never, Row>,
  list: List,
): Promise<Page<Row>> {
  const { order, paging } = list;
  const cached = cacheOf(db, list);
  const skipped = paging.cursor === undefined ? (paging.page - 1) * paging.limit : 0;
  const page = pageOf(rows, list, { skipped, mark: cached?.nearestMark(skipped) });
  const marked = page.select(
    sql<string>`json_build_array(${sql.join(order.map(({ column }) => sql`(${column})::text`))})::text`.as(
      'cursor_values',
    ),
  );
  type Found = { in_all?: bigint; cursor_values: string | null };
  const statement =
    cached?.total === undefined
      ? // A page without rows has a total, too.
        sql<Found>`select t.total as in_all, r.* from (${list.total ?? list.count}) t left join (${marked}) r on true`
      : (marked as unknown as RawBuilder<Found>);
  const found = await db.many(
    list.found === undefined ? statement : sql<Found>`with found as materialized (${list.found}) ${statement}`,
  );
  const total = cached?.total ?? Number(found[0]?.in_all ?? 0);
  const cursorValues = found.flatMap(({ cursor_values }) => cursor_values ?? []);
  if (paging.cursor === undefined)
    cached?.store(
      total,
      [0, paging.limit].map((index) => ({ at: skipped + index, values: cursorValues[index] })),
    );
  const last = cursorValues.length > paging.limit ? cursorValues[paging.limit - 1] : undefined;
  const shown = found.slice(0, Math.min(cursorValues.length, paging.limit));
  return { rows: shown as Row[], total, next_cursor: last === undefined ? null : writeCursor(order, last) };
}

interface Named {
  name: string;
  id: string;
}

const nameAndId: SortKey[] = [
  { name: 'name', column: sql.ref('name'), type: 'text', descending: false },
  { name: 'id', column: sql.ref('id'), type: 'uuid', descending: false },
];

/** One page of rows that are read as a whole, in the order of their names. */
export function pageByName<Row extends Named>(
  all: readonly Row[],
  { compare, paging }: { compare(one: Named, other: Named): number; paging: Paging },
): Page<Row> {
  const { page, limit, cursor } = paging;
  const [name = '', id = ''] = cursor === undefined ? [] : readCursor(cursor, nameAndId);
  const rest =
    cursor === undefined ? all.slice((page - 1) * limit) : all.filter((row) => compare(row, { name, id }) > 0);
  const rows = rest.slice(0, limit);
  const last = rest.length > limit ? rows.at(-1) : undefined;
  const next_cursor = last === undefined ? null : writeCursor(nameAndId, JSON.stringify([last.name, last.id]));
  return { rows, total: all.length, next_cursor };
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
    .select(keys.map((key, index) => key.as(`k${index}`)))
    .limit(paging.limit + 1)
    .offset(offset);
  return sorted.where(sql<boolean>`(${sql.join(keys)}) in (${beginning === undefined ? bare : bare.where(beginning)})`);
}

/** The sort keys of a row, and how many rows come before it. */
interface Mark {
  at: number;
  values: string[];
}

interface CachedList {
  total: number;
  marks: readonly Mark[];
}

const marks_at_most = 64;
const mark_bytes = 150;

/** The cached state of a list: its total, and where some of its pages begin. */
function cacheOf(db: Handle, { count, found, order, about }: List) {
  const { cache } = db;
  if (cache === undefined || about === undefined) return undefined;
  const state = cache.versionOf(about);
  const queries = [count, found].flatMap((query) => (query === undefined ? [] : compile(query)));
  const asText = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
  const key = JSON.stringify(
    [db.merchant_id, queries.map(({ text, values }) => [text, values]), signature(order)],
    asText,
  );
  const find = () => cache.store.get<CachedList>(key, state);
  const { total, marks = [] } = find() ?? {};
  return {
    total,
    /** The last known mark before this many rows. */
    nearestMark(skipped: number): Mark | undefined {
      const nearest = Math.max(...marks.map(({ at }) => at).filter((at) => at <= skipped));
      return marks.find(({ at }) => at === nearest);
    },
    store(counted: number, page: readonly { at: number; values: string | undefined }[]) {
      // Other requests may have added marks meanwhile.
      const existing = find()?.marks ?? [];
      const added = page.filter(
        ({ at, values }) => at !== 0 && values !== undefined && !existing.some((one) => one.at === at),
      );
      if (total !== undefined && added.length === 0) return;
      const all = [...added.map(({ at, values = '[]' }) => ({ at, values: JSON.parse(values) })), ...existing].slice(
        0,
        marks_at_most,
      );
      cache.store.set(key, state, { total: counted, marks: all }, all.length * mark_bytes);
    },
  };
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

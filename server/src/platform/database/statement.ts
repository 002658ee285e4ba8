import {
  type Compilable,
  CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely';
import type { Branches } from '../../core/branches.ts';
import type { Tables } from './tables.ts';
import { titleOf } from './title.ts';

/** Builds statements; it has no connection. A handle runs what it builds. */
export const build = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** What a handle can run: a builder of Kysely's, or `sql` with the row type as its parameter. */
export type Statement<Row> = Compilable<Row> | RawBuilder<Row>;

/** A statement whose text comes from a library, with values for `$1`, `$2` and so on. */
export const givenStatement = <Row>(text: string, values: readonly unknown[]): Statement<Row> => ({
  compile: () => CompiledQuery.raw(text, [...values]) as CompiledQuery<Row>,
});

/** Every one of the conditions that are there; true when none is. */
export function allOf(conditions: readonly (RawBuilder<boolean> | undefined)[]): RawBuilder<boolean> {
  const present = conditions.filter((condition) => condition !== undefined);
  return present.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(present, sql` and `)})`;
}

/** Whether a column names one of the branches; true of all where there is no limit. */
export const inBranches = (column: string, branches: Branches): RawBuilder<boolean> =>
  sql<boolean>`(${branches}::uuid[] is null or ${sql.ref(column)} = any(${branches}::uuid[]))`;

/**
 * What a name is sorted by, where no `sort_name` is stored with it: without case and accents, compared byte by byte. The same expression as in
 * `0038_sort_names.sql`.
 */
export const sortName = (column: string): RawBuilder<string> => sql<string>`(left(lower(replace(replace(replace(translate(
  regexp_replace(normalize(${sql.ref(column)}, nfkd), '[\\u0300-\\u036f]', '', 'g'),
  'ØøŁłĐđı', 'OoLlDdi'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe')), 100) collate "C")`;

/**
 * The rows of a query as one value, so that several queries are one statement and see one moment. They arrive as JSON: a bigint must be text in
 * it, to arrive whole, and a moment `inJson`.
 */
export const rowsOf = <Row>(query: RawBuilder<Row>): RawBuilder<Row[]> =>
  sql<Row[]>`(select coalesce(json_agg(r), '[]') from (${query}) r)`;

/** A timestamp in UTC with milliseconds, as it stands on the wire. */
export const inJson = (column: string): RawBuilder<string> =>
  sql<string>`to_char(date_trunc('milliseconds', ${sql.ref(column)}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A row in which what arrived as text is a bigint. */
export type InText<Row> = { [Name in keyof Row]: Row[Name] extends bigint ? string : Row[Name] };

export interface CompiledStatement {
  /** What it is called by who watches; others may be called the same. */
  title: string;
  /** What it is prepared under. */
  name: string | undefined;
  text: string;
  values: readonly unknown[];
}

// Lists with optional filters make a bounded set of texts; past the bound a statement is still right, only not prepared.
const known = new Map<string, { title: string; name: string }>();
const preparedStatementsAtMost = 500;
/** PostgreSQL takes 63 bytes. */
const titleAtMost = 56;

export function compile(statement: Statement<unknown>): CompiledStatement {
  const { sql: text, parameters: values } = statement.compile(build);
  let found = known.get(text);
  if (found === undefined) {
    const title = titleOf(text).slice(0, titleAtMost);
    if (known.size >= preparedStatementsAtMost) return { title, name: undefined, text, values };
    found = { title, name: `${title} s${known.size}` };
    known.set(text, found);
  }
  return { ...found, text, values };
}

/** One column of a list of rows, as the array that `unnest` takes. */
export const column = <Row, Name extends keyof Row>(rows: readonly Row[], name: Name): Row[Name][] => rows.map((row) => row[name]);

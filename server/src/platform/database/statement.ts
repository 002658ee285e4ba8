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

/** Builds statements; it has no connection. A handle runs them. */
export const build = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** A statement that a handle can run: a Kysely builder, or `sql` with the row type as its parameter. */
export type Statement<Row> = Compilable<Row> | RawBuilder<Row>;

/** A statement whose text comes from a library, with values for `$1`, `$2` and so on. */
export const statementOf = <Row>(text: string, values: readonly unknown[]): Statement<Row> => ({
  compile: () => CompiledQuery.raw(text, [...values]) as CompiledQuery<Row>,
});

/** The conjunction of the defined conditions; true if there are none. */
export function allOf(conditions: readonly (RawBuilder<boolean> | undefined)[]): RawBuilder<boolean> {
  const present = conditions.filter((condition) => condition !== undefined);
  return present.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(present, sql` and `)})`;
}

/**
 * Whether a column names one of the branches; always true without a limit. A single branch is compared for equality, so
 * that an index that continues with the order of a list gives this order.
 */
export function inBranches(column: string, branches: Branches): RawBuilder<boolean> {
  const [first, second] = branches ?? [];
  if (first !== undefined && second === undefined) return sql<boolean>`${sql.ref(column)} = ${first}::uuid`;
  return sql<boolean>`(${branches}::uuid[] is null or ${sql.ref(column)} = any(${branches}::uuid[]))`;
}

/**
 * The sort key of a name without a stored `sort_name`: without case and accents, compared byte by byte. The same
 * expression as in `0038_sort_names.sql`.
 */
export const sortName = (
  column: string,
): RawBuilder<string> => sql<string>`(left(lower(replace(replace(replace(translate(
  regexp_replace(normalize(${sql.ref(column)}, nfkd), '[\\u0300-\\u036f]', '', 'g'),
  'ØøŁłĐđı', 'OoLlDdi'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe')), 100) collate "C")`;

/**
 * The rows of a query as one value, so that several queries are one statement and read the same snapshot. They arrive
 * as JSON: a bigint must be selected as text to keep its precision, and a timestamp by `inJson`.
 */
export const rowsOf = <Row>(query: RawBuilder<Row>): RawBuilder<Row[]> =>
  sql<Row[]>`(select coalesce(json_agg(r), '[]') from (${query}) r)`;

/**
 * A long text of a list's rows, while the rows before it have less than this number of bytes in sum; then null. So a
 * page of long texts needs little memory, and its first row always has its text. PostgreSQL knows the length of a text
 * without reading it.
 * @param text the column, which is not null itself
 * @param order the columns by which the list is ordered
 */
export const whileBelow = (
  bytes: number,
  text: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): RawBuilder<string | null> => sql<string | null>`case when
  sum(octet_length(${text})) over (order by ${order} rows unbounded preceding) - octet_length(${text}) < ${bytes} then ${text} end`;

/** The rows of a page up to the one whose text `whileBelow` left out. */
export function rowsWithText<Row, Name extends keyof Row>(
  rows: readonly Row[],
  name: Name,
): (Row & { [key in Name]: NonNullable<Row[Name]> })[] {
  const end = rows.findIndex((row) => row[name] === null);
  return rows.slice(0, end === -1 ? rows.length : end) as (Row & { [key in Name]: NonNullable<Row[Name]> })[];
}

/** A timestamp in UTC with milliseconds, in the format of the API. */
export const inJson = (column: string): RawBuilder<string> =>
  sql<string>`to_char(date_trunc('milliseconds', ${sql.ref(column)}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The type of a row whose bigints arrive as text. */
export type InText<Row> = { [Name in keyof Row]: Row[Name] extends bigint ? string : Row[Name] };

export interface CompiledStatement {
  /** The name in traces and metrics; not unique. */
  title: string;
  /** The name of the prepared statement. */
  name: string;
  text: string;
  values: readonly unknown[];
}

const preparedStatementsAtMost = 300;
/** PostgreSQL allows 63 bytes; the number after it grows as long as the process runs. */
const titleAtMost = 50;

/**
 * Names the texts of statements, and forgets the name that was not used for the longest time. A list with optional
 * filters makes many texts, each of which is prepared by every connection that runs it. Without a bound they would take
 * the memory of the server; without forgetting, the lists of one merchant would leave no name for the sales of another.
 * No name is given twice.
 * @param atMost the number of remembered names
 */
export function createNames(atMost: number): (text: string) => Pick<CompiledStatement, 'title' | 'name'> {
  // In the order of their last use.
  const known = new Map<string, { title: string; name: string }>();
  let given = 0;
  return (text) => {
    let found = known.get(text);
    if (found === undefined) {
      const title = titleOf(text).slice(0, titleAtMost);
      found = { title, name: `${title} s${given}` };
      given += 1;
    } else known.delete(text);
    known.set(text, found);
    if (known.size > atMost) known.delete(known.keys().next().value as string);
    return found;
  };
}

const namesOf = createNames(preparedStatementsAtMost);

export function compile(statement: Statement<unknown>): CompiledStatement {
  const { sql: text, parameters: values } = statement.compile(build);
  return { ...namesOf(text), text, values };
}

/** One column of a list of rows, as an array for `unnest`. */
export const column = <Row, Name extends keyof Row>(rows: readonly Row[], name: Name): Row[Name][] =>
  rows.map((row) => row[name]);

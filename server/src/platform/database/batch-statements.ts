import { type RawBuilder, sql } from 'kysely';
import type { Statement } from './statement.ts';
import type { Tables } from './tables.ts';

/** Several statements in one round trip. */

/** What JSON cannot carry as it is. */
type Kind = 'bigint' | 'bytes';

/** What a column is called as a text beside itself. Not the same: of two that are called alike Citus calls one otherwise. */
const inText = (name: string) => `${name} text`;

const kindsOf = new WeakMap<object, ReadonlyMap<string, Kind>>();

/** Says of columns that JSON cannot carry as they are what they hold, so that the statement may be read together with others. */
export function withKinds<Row>(statement: Statement<Row>, kinds: { readonly [Name in keyof Row & string]?: Kind }): Statement<Row> {
  kindsOf.set(statement, new Map(Object.entries(kinds) as [string, Kind][]));
  return statement;
}

/**
 * One statement for several that read or lock, carried out in their order: in one row a column for each, with its rows as JSON.
 * Rows hold texts, whole numbers, truth values and what `withKinds` names; times and the like would come otherwise than from a statement by itself.
 */
export function readingAll(statements: readonly Statement<unknown>[]): RawBuilder<Record<string, Record<string, unknown>[]>> {
  const columns = statements.map((statement, index) => {
    const texts = [...(kindsOf.get(statement)?.keys() ?? [])].map((name) => sql`, t.${sql.ref(name)}::text as ${sql.ref(inText(name))}`);
    return sql`(select coalesce(json_agg(r), '[]') from (select t.*${sql.join(texts, sql``)} from (${asSql(statement)}) t) r) as ${sql.ref(`r${index}`)}`;
  });
  return sql`select ${sql.join(columns)}`;
}

/** A row as the statement by itself would have given it. */
export function rowFrom(statement: Statement<unknown>, row: Record<string, unknown>): Record<string, unknown> {
  for (const [name, kind] of kindsOf.get(statement) ?? []) {
    const value = row[inText(name)];
    delete row[inText(name)];
    if (typeof value === 'string') row[name] = kind === 'bigint' ? BigInt(value) : Buffer.from(value.slice(2), 'hex');
  }
  return row;
}

/** An insert, update or delete of one table, which returns nothing. */
export interface Write {
  table: keyof Tables;
  write: RawBuilder<unknown>;
}

/**
 * Writes in as few statements as may be, carried out in their order: the rows that one locks are locked before those of the next. In one statement none sees
 * what another did, and of two that change one row only one would: two of one table never share one.
 */
export function writingAll(writes: readonly Write[]): RawBuilder<unknown>[] {
  const groups: Map<string, RawBuilder<unknown>>[] = [];
  for (const { table, write } of writes) {
    const last = groups.at(-1);
    if (last === undefined || last.has(table)) groups.push(new Map([[table, write]]));
    else last.set(table, write);
  }
  return groups.map((group) => inOne([...group.values()]));
}

function inOne(writes: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  const [only] = writes;
  if (only !== undefined && writes.length === 1) return only;
  const name = (index: number) => sql.ref(`w${index}`);
  // Each is read to its end when its count is worked out, and a sum is worked out in order.
  return sql`with ${sql.join(writes.map((write, index) => sql`${name(index)} as (${write} returning 1)`))}
    select ${sql.join(
      writes.map((_, index) => sql`(select count(*) from ${name(index)})`),
      sql` + `,
    )} as rows`;
}

const asSql = (statement: Statement<unknown>): RawBuilder<unknown> => sql`${statement as RawBuilder<unknown>}`;

import { type RawBuilder, sql } from 'kysely';
import type { Statement } from './statement.ts';
import type { Tables } from './tables.ts';

/** Combines several statements into one round trip. */

/** Types that JSON cannot represent. */
type Kind = 'bigint' | 'bytes';

/**
 * The name of a column's text copy. It differs from the column's name, because Citus renames one of two equal names.
 */
const inText = (name: string) => `${name} text`;

const kindsOf = new WeakMap<object, ReadonlyMap<string, Kind>>();

/** Declares the types of columns that JSON cannot represent, so that the statement can be batched with others. */
export function withKinds<Row>(
  statement: Statement<Row>,
  kinds: { readonly [Name in keyof Row & string]?: Kind },
): Statement<Row> {
  kindsOf.set(statement, new Map(Object.entries(kinds) as [string, Kind][]));
  return statement;
}

/**
 * Combines statements that read or lock into one, run in their order. The result is one row with a column for each
 * statement, which contains its rows as JSON. Rows contain texts, integers, booleans and the types that `withKinds`
 * declares. Timestamps and other types would have another form than from a single statement.
 */
export function combineReads(
  statements: readonly Statement<unknown>[],
): RawBuilder<Record<string, Record<string, unknown>[]>> {
  const columns = statements.map((statement, index) => {
    const texts = [...(kindsOf.get(statement)?.keys() ?? [])].map(
      (name) => sql`, t.${sql.ref(name)}::text as ${sql.ref(inText(name))}`,
    );
    return sql`(select coalesce(json_agg(r), '[]') from (select t.*${sql.join(texts, sql``)} from (${asSql(statement)}) t) r) as ${sql.ref(`r${index}`)}`;
  });
  return sql`select ${sql.join(columns)}`;
}

/** A row as the single statement would have returned it. */
export function toRow(statement: Statement<unknown>, row: Record<string, unknown>): Record<string, unknown> {
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
 * Combines writes into as few statements as possible, run in their order: each locks its rows before the next one does.
 * Writes in one statement do not see each other's changes, and only one of two could change the same row. So two writes
 * of one table never share a statement.
 */
export function combineWrites(writes: readonly Write[]): RawBuilder<unknown>[] {
  const groups: Map<string, RawBuilder<unknown>>[] = [];
  for (const { table, write } of writes) {
    const last = groups.at(-1);
    if (last === undefined || last.has(table)) groups.push(new Map([[table, write]]));
    else last.set(table, write);
  }
  return groups.map((group) => combineGroup([...group.values()]));
}

function combineGroup(writes: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  const [only] = writes;
  if (only !== undefined && writes.length === 1) return only;
  const name = (index: number) => sql.ref(`w${index}`);
  // Each count runs its write to the end, and the terms of the sum are evaluated in order.
  return sql`with ${sql.join(writes.map((write, index) => sql`${name(index)} as (${write} returning true)`))}
    select ${sql.join(
      writes.map((_, index) => sql`(select count(*) from ${name(index)})`),
      sql` + `,
    )} as rows`;
}

const asSql = (statement: Statement<unknown>): RawBuilder<unknown> => sql`${statement as RawBuilder<unknown>}`;

import { type RawBuilder, sql } from 'kysely';
import type { Handle } from '../../platform/database/handle.ts';
import { inBranches } from '../../platform/database/statement.ts';
import type { Scope } from './rules.ts';

type RollupTable = 'sales_rollups' | 'sales_rollups_by_method' | 'sales_rollups_by_product';

/**
 * The rows of a roll-up in scope, as `t`. They are joined to the branches, so that the primary key finds the rows of
 * each. So the cost depends on the requested days only.
 */
export const inScope = (db: Handle, table: RollupTable, scope: Scope): RawBuilder<unknown> => sql`
  branches b join ${sql.table(table)} t on t.merchant_id = b.merchant_id and t.branch_id = b.id
    and t.merchant_id = ${db.merchant_id}::uuid
    and t.day between ${scope.start_date}::date and ${scope.end_date}::date
    and b.merchant_id = ${db.merchant_id}::uuid
    and ${inBranches('b.id', scope.branches)}`;

const figures = ['items_sold', 'gross', 'discounts', 'refunds', 'tax', 'cost'] as const;

/** The sums of the figures of a table, under their names; `readFigures` reads them as text. */
export const figureSums = (table: string): RawBuilder<unknown> =>
  sql.join(figures.map((name) => sql`sum(${sql.ref(`${table}.${name}`)}) as ${sql.ref(name)}`));

/** The same as text, as amounts leave the database. */
export const figureSumsInText = (table: string): RawBuilder<unknown> =>
  sql.join(figures.map((name) => sql`sum(${sql.ref(`${table}.${name}`)})::text as ${sql.ref(name)}`));

/** Figures that are summed already, as text, each as a column of its own. */
export const figureColumns = (table: string) =>
  figures.map((name) => sql<string>`${sql.ref(`${table}.${name}`)}::text`.as(name));

/** The same in a statement that is written as text. */
export const figuresInText = (table: string): RawBuilder<unknown> => sql.join(figureColumns(table));

/** True for a row with any figure. */
export const hasFigures = (table: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(figures.map((name) => sql.ref(`${table}.${name}`)))}) <> (0, 0, 0, 0, 0, 0)`;

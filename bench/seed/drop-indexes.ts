import type pg from 'pg';

const largeTables = [
  'sale_lines',
  'stock_movements',
  'sales',
  'sale_payments',
  'stock_levels',
  'sales_rollups_by_product',
  'refund_lines',
  'refunds',
];

interface Index {
  table: string;
  name: string;
  definition: string;
  /** The constraint of the index, if it has one. */
  constraint_name: string | null;
  constraint_definition: string | null;
}

/**
 * Drops the indexes of large empty tables, except those that foreign keys need. Updating them row by row would cost more
 * than the rows.
 * @returns the statements that create them again, one list for each table
 */
export async function dropIndexes(client: pg.Client): Promise<string[][]> {
  const groups: string[][] = [];
  for (const table of largeTables) {
    const { rows: filled } = await client.query(`select from ${table} limit 1`);
    if (filled.length > 0) continue;
    const { rows } = await client.query<Index>(
      `select i.indrelid::regclass::text as table, i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition,
         quote_ident(c.conname) as constraint_name, pg_get_constraintdef(c.oid) as constraint_definition
       from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.contype in ('p', 'u')
       where i.indrelid = $1::regclass and not exists (select from pg_constraint f where f.contype = 'f' and f.conindid = i.indexrelid)
       order by i.indisprimary desc, 2`,
      [table],
    );
    for (const { name, constraint_name } of rows)
      await client.query(
        constraint_name === null ? `drop index ${name}` : `alter table ${table} drop constraint ${constraint_name}`,
      );
    groups.push(
      rows.map(({ definition, constraint_name, constraint_definition }) =>
        constraint_name === null
          ? definition
          : `alter table ${table} add constraint ${constraint_name} ${constraint_definition}`,
      ),
    );
  }
  return groups;
}

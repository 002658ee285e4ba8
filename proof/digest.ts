import type pg from 'pg';

/** Tables that a rejected request may change: counters of requests and attempts. */
const counters = new Set(['rate_windows', 'schema_migrations']);

export interface DigestOptions {
  /** Only rows of this merchant. */
  merchant_id?: string;
}

/** A digest of each table: equal digests mean equal rows. */
export async function digestOf(admin: pg.Pool, { merchant_id }: DigestOptions = {}): Promise<Map<string, string>> {
  const { rows: columns } = await admin.query<{ name: string; has_merchant: boolean }>(
    `select c.relname as name, exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'merchant_id') as has_merchant
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`,
  );
  const tables = columns.filter(
    ({ name, has_merchant }) => !counters.has(name) && (merchant_id === undefined || has_merchant),
  );
  const parts = tables.map(
    ({ name }) =>
      `select '${name}' as name, count(*) || ' rows, ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as figure from ${name} t` +
      (merchant_id === undefined ? '' : ` where merchant_id = '${merchant_id}'`),
  );
  const { rows } = await admin.query<{ name: string; figure: string }>(parts.join(' union all '));
  return new Map(rows.map(({ name, figure }) => [name, figure]));
}

/** The tables whose digests differ. */
export const changedTables = (before: Map<string, string>, after: Map<string, string>): string[] =>
  [...after]
    .filter(([name, figure]) => before.get(name) !== figure)
    .map(([name]) => `${name}: ${before.get(name)} → ${after.get(name)}`);

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Benchmark } from '../benchmark.ts';
import { openLimitDatabase } from '../setup/database.ts';
import { type BenchService, openService } from '../setup/service.ts';

/** An import into an empty shop, compared with COPY of all rows that it wrote into the same tables of another database. */
export const importing: Benchmark = {
  name: 'import',
  title: 'Import of 50,000 products from csv',
  measures: [
    {
      name: 'import',
      title: 'Products per second',
      unit: 'products/s',
      limit: 'COPY of the same rows',
      at_least: 0.25,
    },
  ],
  async open({ scale }) {
    const products = Math.max(50, Math.round(50_000 * scale));
    const service = await openService();
    const database = await openLimitDatabase();
    const [own, other] = [new pg.Client(service.admin), new pg.Client(database.admin)];
    const close = async () => {
      await own.end();
      await other.end();
      await service.close();
      await database.close();
    };
    try {
      await own.connect();
      await other.connect();
      const content = fileOf(products);
      const shops = await service.openShops(1, 0);
      // The other database gets the earlier rows in advance. Only the rows of the import are measured.
      const before = await readTables(own);
      const seconds = async (token: string) => importFile(service, token, content, products);
      const first_s = await seconds(shops[0]?.token ?? '');
      const after = await readTables(own);
      const added = after.filter(({ name, text }) => text !== before.find((table) => table.name === name)?.text);
      const kept = before.filter(({ name }) => !added.some((table) => table.name === name));
      await other.query(`truncate ${kept.map(({ name }) => name).join(', ')} cascade`);
      await copyAll(other, kept);
      let number = 0;
      return {
        async measureService() {
          number += 1;
          return { import: products / (await seconds(await service.openEmptyShop(number))) };
        },
        async measureLimit() {
          await other.query(`truncate ${added.map(({ name }) => name).join(', ')} cascade`);
          const since = performance.now();
          await other.query('begin');
          await copyAll(other, added, false);
          await other.query('commit');
          return { import: products / ((performance.now() - since) / 1_000) };
        },
        notes: () => [
          `${(content.length / 1e6).toFixed(1)} MB; the first import took ${first_s.toFixed(1)} s`,
          `rows that an import writes: ${added.map(({ name, rows }) => `${name} ${rows}`).join(', ')}`,
        ],
        close,
      };
    } catch (error) {
      await close();
      throw error;
    }
  },
};

export const fileOf = (products: number): string =>
  [
    'sku,name,price,cost,stock,minStock,category',
    ...Array.from(
      { length: products },
      (_, number) =>
        `IMP-${number},Product number ${number},${(number % 9_000) / 100},1.5,${number % 50},5,Group ${number % 40}`,
    ),
  ].join('\r\n');

/** @returns the seconds that it took */
export async function importFile(
  service: BenchService,
  token: string,
  content: string,
  products: number,
): Promise<number> {
  const form = new FormData();
  form.append('file', new File([content], 'products.csv'));
  const since = performance.now();
  const answer = await fetch(`${service.testBed.url}/api/v1/inventory/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  const took_s = (performance.now() - since) / 1_000;
  const { success } = (await answer.json()) as { success: unknown };
  if (success !== products) throw new Error(`imported ${JSON.stringify(success)} of ${products} products`);
  return took_s;
}

interface TableText {
  name: string;
  columns: string;
  rows: number;
  text: string;
}

/** All tables of the service in the text format of COPY. */
async function readTables(client: pg.Client): Promise<TableText[]> {
  const { rows } = await client.query<{ name: string; columns: string }>(
    `select c.table_name as name, string_agg(quote_ident(c.column_name), ', ' order by c.ordinal_position) as columns
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER' and c.table_name <> 'schema_migrations' group by 1 order by 1`,
  );
  const tables: TableText[] = [];
  for (const { name, columns } of rows) {
    const chunks = await client.query(copyTo(`copy ${name} (${columns}) to stdout`)).toArray();
    const text = Buffer.concat(chunks).toString();
    tables.push({ name, columns, text, rows: text.split('\n').length - 1 });
  }
  return tables;
}

/** @param isTrusted skips the checks of foreign keys */
async function copyAll(client: pg.Client, tables: readonly TableText[], isTrusted = true): Promise<void> {
  if (isTrusted) await client.query(`set session_replication_role = replica`);
  for (const { name, columns, text } of await referencedFirst(client, tables)) {
    await pipeline(Readable.from([text]), client.query(copyFrom(`copy ${name} (${columns}) from stdin`)));
  }
  await client.query('reset session_replication_role');
}

/** Referenced tables come first. A table that is in a circle of references comes last. */
async function referencedFirst(client: pg.Client, tables: readonly TableText[]): Promise<TableText[]> {
  const { rows } = await client.query<{ name: string; referenced: string }>(
    `select distinct conrelid::regclass::text as name, confrelid::regclass::text as referenced
     from pg_constraint where contype = 'f' and conrelid <> confrelid and connamespace = 'public'::regnamespace`,
  );
  const ordered: TableText[] = [];
  let rest = [...tables];
  for (;;) {
    const names = new Set(rest.map(({ name }) => name));
    const isBlocked = (table: TableText) =>
      rows.some(({ name, referenced }) => name === table.name && names.has(referenced));
    const { free = [], blocked = [] } = Object.groupBy(rest, (table) => (isBlocked(table) ? 'blocked' : 'free'));
    ordered.push(...free);
    if (free.length === 0 || blocked.length === 0) return [...ordered, ...blocked];
    rest = blocked;
  }
}

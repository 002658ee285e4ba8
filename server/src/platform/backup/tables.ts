import { createHash } from 'node:crypto';
import { PassThrough, type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

/** The name of a table, its saved columns, and the order of its rows. */
export interface Shape {
  name: string;
  columns: string[];
  key: string[];
}

/** All tables with their stored columns, without generated ones. The table of migrations is left out: migrating fills it. */
export async function listShapes(client: pg.Client): Promise<Shape[]> {
  const { rows } = await client.query<Shape>(`
    select c.relname as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
      array(select a.attname::text from pg_index i cross join unnest(i.indkey) with ordinality as k (attnum, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary order by k.place) as key
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'schema_migrations'
    order by c.relname`);
  return rows;
}

const names = (columns: readonly string[]) => columns.map((column) => pg.escapeIdentifier(column)).join(', ');

/** The table as text, in the order of its key. */
const readTable = (client: pg.Client, { name, columns, key }: Shape): Readable =>
  client.query(
    copyTo(`copy (select ${names(columns)} from ${pg.escapeIdentifier(name)} order by ${names(key)}) to stdout`),
  );

/** Passes text on, and computes its digest and its number of rows. Each row is a line. */
function measure() {
  const hash = createHash('sha256');
  let rows = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) rows += 1;
      done(null, chunk);
    },
  });
  return { stream, counts: () => ({ rows, content_sha256: hash.digest('hex') }) };
}

/** The compressed table, for a file. Call `counts` after the content was read to its end. */
export function packTable(
  client: pg.Client,
  shape: Shape,
): { content: Readable; counts(): { rows: number; content_sha256: string } } {
  const { stream, counts } = measure();
  const content = createZstdCompress();
  const table = readTable(client, shape);
  pipeline(table, stream, content).catch((error: unknown) => content.destroy(error as Error));
  return { content, counts };
}

/** The digest of the current table, to compare with the saved one. */
export async function measureTable(client: pg.Client, shape: Shape): Promise<{ rows: number; content_sha256: string }> {
  const { stream, counts } = measure();
  const discard = new PassThrough();
  discard.resume();
  await pipeline(readTable(client, shape), stream, discard);
  return counts();
}

/** Fills an empty table from the content that `packTable` made. */
export async function fillTable(
  client: pg.Client,
  { name, columns }: { name: string; columns: readonly string[] },
  content: Readable,
) {
  const table = client.query(copyFrom(`copy ${pg.escapeIdentifier(name)} (${names(columns)}) from stdin`));
  await pipeline(content, createZstdDecompress(), table);
}

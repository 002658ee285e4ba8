import { join } from 'node:path';
import type pg from 'pg';
import { copyDurably, writeStreamDurably } from './durable.ts';
import { listFiles, type Manifest, makeEmptyFolder, type StoredFile, type Table, writeManifest } from './manifest.ts';
import { listShapes, packTable, type Shape } from './tables.ts';

/** Folders below DATA_DIR that are kept beside the database: keys, and what was uploaded and exported. */
export const keptFolders = ['keys', 'files'] as const;

/**
 * Writes everything down as it is at one moment, while the service goes on.
 * @param data_dir where keys and files are
 * @param target a folder that is empty or not there
 */
export async function makeBackup(client: pg.Client, { data_dir, target }: { data_dir: string; target: string }): Promise<Manifest> {
  await makeEmptyFolder(target);
  await client.query('begin isolation level repeatable read, read only');
  // As long as it takes.
  await client.query('set local statement_timeout = 0');
  // The times and numbers of a row are written in one way, whoever asks.
  await client.query(`set local timezone = 'UTC'; set local datestyle = 'ISO'; set local extra_float_digits = 3`);
  const { rows: migrations } = await client.query<Manifest['migrations'][number]>(
    'select name, checksum from schema_migrations order by name',
  );
  const { rows: clock } = await client.query<{ at: Date }>('select now() as at');
  const tables: Table[] = [];
  for (const shape of await listShapes(client)) tables.push(await writeTable(client, shape, target));
  await client.query('commit');
  // After the database: whatever a row names was there before it.
  const files: StoredFile[] = [];
  for (const folder of keptFolders) files.push(...(await copyFolder(join(data_dir, folder), target, folder)));
  const manifest: Manifest = { format: 1, created_at: clock[0]?.at.toISOString() ?? '', migrations, tables, files };
  await writeManifest(target, manifest);
  return manifest;
}

async function writeTable(client: pg.Client, shape: Shape, target: string): Promise<Table> {
  const path = join('tables', `${shape.name}.zst`);
  const { content, figures } = packTable(client, shape);
  const written = await writeStreamDurably(join(target, path), content);
  return { name: shape.name, columns: shape.columns, path, ...written, ...figures() };
}

async function copyFolder(from: string, target: string, folder: string): Promise<StoredFile[]> {
  const copied: StoredFile[] = [];
  for (const name of await listFiles(from)) {
    const path = join(folder, name);
    try {
      copied.push({ path, ...(await copyDurably(join(from, name), join(target, path))) });
    } catch (error) {
      // An exported file may be past its time just now.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  }
  return copied;
}

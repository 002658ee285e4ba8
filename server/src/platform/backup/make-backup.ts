import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { writeStreamDurably } from './durable.ts';
import { type BackupCipher, createCipher, plainCipher } from './encryption.ts';
import { listFiles, makeEmptyFolder, writeKeyFile, writeManifest } from './manifest.ts';
import { keptFolders, type Manifest, type StoredFile, type Table } from './manifest-rules.ts';
import { listShapes, packTable, type Shape } from './tables.ts';

interface BackupOptions {
  data_dir: string;
  target: string;
  key?: string | undefined;
}

interface Destination {
  target: string;
  cipher: BackupCipher;
}

/**
 * Writes a backup of one moment while the service runs.
 * @param data_dir the folder of keys and files
 * @param target a folder that is empty or does not exist
 * @param key the setting BACKUP_KEY; if it is set, everything is encrypted
 */
export async function makeBackup(client: pg.Client, { data_dir, target, key }: BackupOptions): Promise<Manifest> {
  const { cipher, key_file } = key === undefined ? { cipher: plainCipher } : await createCipher(key);
  await makeEmptyFolder(target);
  if (key_file !== undefined) await writeKeyFile(target, key_file);
  const destination = { target, cipher };
  await client.query('begin isolation level repeatable read, read only');
  // Without a time limit.
  await client.query('set local statement_timeout = 0');
  // Times and numbers are written in one format for every account.
  await client.query(`set local timezone = 'UTC'; set local datestyle = 'ISO'; set local extra_float_digits = 3`);
  const { rows: migrations } = await client.query<Manifest['migrations'][number]>(
    'select name, checksum from schema_migrations order by name',
  );
  const { rows: clock } = await client.query<{ at: Date }>('select now() as at');
  const tables: Table[] = [];
  for (const shape of await listShapes(client)) tables.push(await writeTable(client, shape, destination));
  await client.query('commit');
  // After the database, because files are stored before the rows that name them.
  const files: StoredFile[] = [];
  for (const folder of keptFolders) files.push(...(await copyFolder(join(data_dir, folder), folder, destination)));
  const manifest: Manifest = { format: 1, created_at: clock[0]?.at.toISOString() ?? '', migrations, tables, files };
  await writeManifest(target, manifest, cipher);
  return manifest;
}

async function writeTable(client: pg.Client, shape: Shape, { target, cipher }: Destination): Promise<Table> {
  const path = join('tables', `${shape.name}.zst`);
  const { content, counts } = packTable(client, shape);
  const written = await writeStreamDurably(join(target, path + cipher.suffix), await cipher.encrypt(content));
  return { name: shape.name, columns: shape.columns, path, ...written, ...counts() };
}

async function copyFolder(from: string, folder: string, { target, cipher }: Destination): Promise<StoredFile[]> {
  const copied: StoredFile[] = [];
  for (const name of await listFiles(from)) {
    const path = join(folder, name);
    try {
      // The file is opened first, so that a missing file leaves no empty copy.
      const content = await cipher.encrypt((await open(join(from, name))).createReadStream());
      copied.push({ path, ...(await writeStreamDurably(join(target, path + cipher.suffix), content)) });
    } catch (error) {
      // An exported file may have expired and been removed meanwhile.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  }
  return copied;
}
